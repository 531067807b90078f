// Runs inside the page. Finds its texts, truncated texts, controls without a label, and whether the page scrolls
// sideways.
;(() => {
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const cut = []
  const texts = []
  const canvas = document.createElement('canvas').getContext('2d')
  const widthOf = (text, style) => {
    canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    return canvas.measureText(text).width
  }
  const inField = (field, text) => {
    const style = getComputedStyle(field)
    const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    if (field.clientWidth > 0 && widthOf(text, style) > room + 1) cut.push(text)
  }
  const isHidden = (element) => element.clientWidth <= 1 || element.clientHeight <= 1
  for (const element of document.body.querySelectorAll('*')) {
    if (!shown(element) || element.closest('[aria-hidden="true"], svg, canvas')) continue
    if (element instanceof HTMLSelectElement) {
      inField(element, element.selectedOptions[0]?.text ?? '')
      continue
    }
    if (element instanceof HTMLInputElement && element.value === '' && element.placeholder !== '')
      inField(element, element.placeholder)
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.nodeValue)
    const text = own.join(' ').trim()
    if (text === '' || element.tagName === 'OPTION' || element.tagName === 'STYLE') continue
    texts.push(text)
    const { display, overflowX, textOverflow } = getComputedStyle(element)
    if (display.startsWith('inline') && overflowX === 'visible') continue
    // Text typed by users may be longer than a table cell, so a cell that shortens it is no fault.
    if (textOverflow === 'ellipsis' && element.closest('[role="gridcell"], [role="cell"], td, [role="columnheader"][title]') !== null) continue
    if (!isHidden(element) && element.scrollWidth > element.clientWidth + 1 && !/auto|scroll/.test(overflowX))
      cut.push(text)
  }
  const controls = document.querySelectorAll('button, a[href]')
  const nameless = [...controls]
    .filter((one) => shown(one) && !one.closest('[aria-hidden="true"]'))
    .filter((one) => !(one.innerText.trim() || one.ariaLabel || one.title || one.getAttribute('aria-labelledby')))
    .filter((one) => one.querySelector('img[alt]:not([alt=""])') === null)
    .map((one) => one.outerHTML.slice(0, 80))
  const sideways = [...document.querySelectorAll('table')]
    .filter((table) => shown(table) && table.parentElement.scrollWidth > table.parentElement.clientWidth + 1)
    .map((table) => table.innerText.split('\n')[0])
  const { scrollWidth } = document.documentElement
  return { text: texts.join('\n'), cut, nameless, sideways, isWide: scrollWidth > window.innerWidth }
})()
