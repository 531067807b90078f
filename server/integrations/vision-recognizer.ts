/** A local vision model behind any OpenAI-compatible address (Ollama, llama.cpp, vLLM). What it answers is judged like any reading. */
import sharp from 'sharp'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Reading, ReadTotal } from '../recognition/extraction.ts'
import { minorOf } from '../recognition/judge.ts'
import { numberReadings } from '../recognition/numbers.ts'
import type { PageImage } from '../recognition/prepare.ts'
import type { Recognizer } from '../recognition/recognizer.ts'
import { repairedTaxNumber } from '../recognition/tax-numbers.ts'

export interface VisionSettings {
  /** Up to and with `/v1`, such as http://127.0.0.1:11434/v1. */
  readonly url: string
  readonly model: string
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 300_000

/** Models see no more than this many pixels on the longer side. */
const LONGEST_SIDE = 2048

/** An answer longer than this is no reading of a document. */
const MAX_ANSWER_CHARACTERS = 2_000_000

const Text = Type.Union([Type.String(), Type.Null()])

/** Numbers are asked for as text, as they stand in the document: a model that converts them makes mistakes of its own. */
const ANSWER = Type.Object(
  {
    kind: Type.Union([Type.Literal('invoice'), Type.Literal('torg12'), Type.Literal('upd'), Type.Literal('receipt')]),
    number: Text,
    date: Text,
    supplierName: Text,
    supplierInn: Text,
    lines: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          sku: Text,
          unit: Text,
          quantity: Type.String(),
          unitCost: Type.String(),
          amount: Type.String(),
          amountWithVat: Text,
        },
        { additionalProperties: false },
      ),
      { maxItems: 1_000 },
    ),
    total: Text,
    vatTotal: Text,
    totalWithVat: Text,
    text: Type.String(),
  },
  { additionalProperties: false },
)

type Answer = Type.Static<typeof ANSWER>

const QUESTION = [
  'The pictures are the pages of one Russian purchase document. Copy what stands there; do not compute, do not correct.',
  'kind: invoice (счёт на оплату), torg12 (ТОРГ-12), upd (УПД, счёт-фактура) or receipt (any other). number: the document number. date: YYYY-MM-DD.',
  'supplierName, supplierInn: of the seller, not the buyer. lines: every line of the table in its order;',
  'quantity, unitCost, amount, amountWithVat exactly as printed; null where the document has no such column.',
  'total: the sum of the lines without VAT; vatTotal: the VAT; totalWithVat: what is to be paid. text: all other text of the document.',
].join('\n')

/** The recognizer named by RECOGNIZER_URL and RECOGNIZER_MODEL. */
export function visionRecognizer({ url, model, timeoutMs = TIMEOUT_MS }: VisionSettings): Recognizer {
  return {
    model,
    close: async () => {},
    async read(pages, signal) {
      const pictures: string[] = []
      for await (const page of pages) {
        signal.throwIfAborted()
        pictures.push(await pictureUrl(page))
      }
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      return readingOf(await ask({ url, model }, pictures, limit))
    },
  }
}

async function pictureUrl({ width, height, colours }: PageImage): Promise<string> {
  const jpeg = await sharp(colours, { raw: { width, height, channels: 3 } })
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 90 })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

async function ask({ url, model }: VisionSettings, pictures: readonly string[], signal: AbortSignal): Promise<Answer> {
  const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model,
      temperature: 0,
      stream: false,
      response_format: { type: 'json_schema', json_schema: { name: 'document', strict: true, schema: ANSWER } },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: QUESTION },
            ...pictures.map((picture) => ({ type: 'image_url', image_url: { url: picture } })),
          ],
        },
      ],
    }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The recognizer at ${url} answered ${response.status}: ${text.slice(0, 200)}`)
  return answerIn(text)
}

/** Models wrap their JSON in prose or fences in spite of the schema: the outermost braces count. */
function answerIn(body: string): Answer {
  const content = contentOf(body)
  const json = content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1)
  const answer: unknown = json.length > MAX_ANSWER_CHARACTERS ? null : parsed(json)
  if (!Check(ANSWER, answer))
    throw new Error('The recognizer answered with something else than the document that it was asked for.')
  return answer
}

function contentOf(body: string): string {
  const answer = parsed(body) as { choices?: { message?: { content?: unknown } }[] } | null
  const content = answer?.choices?.[0]?.message?.content
  if (typeof content !== 'string') throw new Error('The recognizer did not answer as an OpenAI-compatible server does.')
  return content
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readingOf(answer: Answer): Reading {
  const totals = [
    ['payable', answer.totalWithVat],
    ['sum', answer.total],
    ['vat', answer.vatTotal],
  ] as const
  const digits = answer.supplierInn?.replace(/\D/g, '') ?? ''
  return {
    text: answer.text,
    kind: answer.kind,
    reference: answer.number,
    issuedAt: answer.date !== null && /^\d{4}-\d{2}-\d{2}$/.test(answer.date) ? answer.date : null,
    supplier: { name: answer.supplierName, inn: digits === '' ? null : (repairedTaxNumber(digits) ?? digits) },
    lines: answer.lines.map((line) => ({
      name: line.name,
      sku: line.sku,
      unit: line.unit,
      quantity: numberReadings(line.quantity),
      unitCost: numberReadings(line.unitCost),
      amount: numberReadings(line.amount),
      amountWithVat: numberReadings(line.amountWithVat ?? ''),
    })),
    totals: totals.flatMap(([label, text]): ReadTotal[] => {
      const minor = numberReadings(text ?? '').map(minorOf)[0]
      return minor === undefined || minor === null ? [] : [{ label, minor }]
    }),
  }
}
