// Runs before the first paint, so that a user with a chosen theme sees no flash of the other one.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch (_) {}
  var isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
