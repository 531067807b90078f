/** Tests recognition by a vision model, with a server that speaks the protocol of Ollama, llama.cpp and vLLM. */
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { visionRecognizer } from '../../server/papers/vision-recognizer.ts'
import { recognizeFile } from '../../server/recognition/recognize-file.ts'
import { startHeldVision } from '../support/fakes/held-vision.ts'
import { startVisionServer, type VisionServer } from '../support/fakes/vision-server.ts'
import { pdfOfPictures } from '../support/papers/pdf.ts'

let server: VisionServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

const LINE = {
  name: 'Болт М8',
  sku: 'KR-1',
  unit: 'шт',
  quantity: '72',
  unitCost: '42,86',
  amount: '3 085,92',
  amountWithVat: null,
}
const ANSWER = {
  kind: 'invoice',
  number: 'УТ-7',
  date: '2026-03-05',
  supplierName: 'ООО «Вектор»',
  supplierInn: '9756585057',
  lines: [LINE],
  total: '3 085,92',
  vatTotal: null,
  totalWithVat: '3 085,92',
  text: 'Счёт',
}

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()

async function recognized(content: string, status: number | null = 200, signal = new AbortController().signal) {
  server = await startVisionServer(content, status)
  const recognizer = visionRecognizer({ url: server.url, model: 'qwen-vl' })
  return recognizeFile(await picture(), { recognizer }, signal)
}

test('the answer of a vision model becomes the file’s result and is checked like any other', async () => {
  expect(await recognized(JSON.stringify(ANSWER))).toMatchObject({
    kind: 'invoice',
    reference: 'УТ-7',
    issuedAt: '2026-03-05',
    supplier: { name: 'ООО «Вектор»', inn: '9756585057' },
    lines: [
      {
        name: 'Болт М8',
        sku: 'KR-1',
        unit: 'шт',
        quantity: 72_000,
        unitCost: 4_286,
        amount: 308_592,
        confidence: 0.99,
      },
    ],
    total: 308_592,
    warnings: [],
    recognition: { model: 'qwen-vl' },
  })
})

test('the vision model gets the page as a picture and a JSON schema for its answer', async () => {
  await recognized(JSON.stringify(ANSWER))
  const [request] = server!.requests
  expect(request).toMatchObject({ model: 'qwen-vl', response_format: { type: 'json_schema' } })
  expect(request!.response_format.json_schema.schema.required).toContain('lines')
  const image = request!.messages[0]!.content.find((part) => part.type === 'image_url')
  const bytes = Buffer.from(image!.image_url!.url.replace('data:image/jpeg;base64,', ''), 'base64')
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 })
})

test('a number that the vision model invents is detected because the line does not add up', async () => {
  const wrong = { ...ANSWER, lines: [{ ...LINE, quantity: '75' }] }
  const extraction = await recognized(JSON.stringify(wrong))
  expect(extraction.lines[0]!.confidence).toBeLessThan(0.5)
  expect(extraction.warnings.map((warning) => warning.code)).toContain('LINE_DOES_NOT_ADD_UP')
})

test('a vision model’s answer inside a code fence is parsed', async () => {
  expect((await recognized(`Here it is:\n\`\`\`json\n${JSON.stringify(ANSWER)}\n\`\`\``)).reference).toBe('УТ-7')
})

test.each([
  '',
  'I see an invoice.',
  '{"kind":"invoice"}',
  JSON.stringify({ ...ANSWER, lines: 'none' }),
  JSON.stringify({ ...ANSWER, extra: 1 }),
])('the vision model’s answer %j is refused', async (content) => {
  await expect(recognized(content)).rejects.toThrow('something else than the document')
})

test('an error of the vision model’s server is reported with its status', async () => {
  await expect(recognized('', 503)).rejects.toThrow('answered 503')
})

test('a reading attempt can be aborted even if the vision model’s server never responds', async () => {
  const abort = new AbortController()
  const reading = recognized('', null, abort.signal)
  const reason = new Error('not wanted')
  setTimeout(() => abort.abort(reason), 50)
  await expect(reading).rejects.toBe(reason)
})

test('the pages of a document are sent to the vision model one by one, each with the last line of the previous page', async () => {
  server = await startVisionServer(JSON.stringify(ANSWER))
  const recognizer = visionRecognizer({ url: server.url, model: 'qwen-vl' })
  const bytes = await pdfOfPictures([await picture(), await picture()])
  await recognizeFile(bytes, { recognizer }, new AbortController().signal)
  const questions = server.requests.map(({ messages }) => messages[0]!.content)
  expect(questions.map((content) => content.filter(({ type }) => type === 'image_url').length)).toEqual([1, 1])
  const [first, second] = questions.map((content) => content[0]!.text!)
  expect(first).toContain('The picture is page 1 of 2')
  expect(first).not.toContain('Its last line there')
  expect(second).toContain('The picture is page 2 of 2')
  expect(second).toContain(`Its last line there: ${JSON.stringify(LINE)}`)
})

test('the pages read by the vision model are combined into one document', async () => {
  const nothing = { number: null, date: null, supplierName: null, supplierInn: null }
  const sums = { total: null, vatTotal: null, totalWithVat: null }
  const pages = [
    { ...ANSWER, total: '3 085,92', totalWithVat: null, text: 'Счёт' },
    { ...ANSWER, ...nothing, kind: 'receipt', total: '6 171,84', totalWithVat: '6 171,84', text: 'Всего' },
    { ...ANSWER, ...nothing, ...sums, lines: [], text: 'Подписи' },
  ]
  const held = await startHeldVision()
  try {
    const recognizer = visionRecognizer({ url: held.url, model: 'qwen-vl' })
    const bytes = await pdfOfPictures(await Promise.all(pages.map(picture)))
    const reading = recognizeFile(bytes, { recognizer }, new AbortController().signal)
    for (const page of pages) (await held.next()).answer(page)
    expect(await reading).toMatchObject({
      kind: 'invoice',
      reference: 'УТ-7',
      issuedAt: '2026-03-05',
      supplier: { name: 'ООО «Вектор»', inn: '9756585057' },
      lines: [{ confidence: 0.99 }, { confidence: 0.99 }],
      total: 617_184,
      warnings: [],
      text: 'Счёт\nВсего\nПодписи',
    })
  } finally {
    await held.close()
  }
})
