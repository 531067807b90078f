/**
 * A recognizer that uses a local vision model behind any OpenAI-compatible address (Ollama, llama.cpp, vLLM). The
 * model's results are checked by arithmetic like those of any other recognizer.
 */
import sharp from 'sharp'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { parseStored, printStored } from '../domain/upcasters.ts'
import type { PageImage } from '../recognition/picture/raster.ts'
import type { PageInHand, Recognizer } from '../recognition/recognizer.ts'
import type { Reading, ReadTotal } from '../recognition/words/extraction.ts'
import { minorOf, numberReadings } from '../recognition/words/numbers.ts'
import { repairedTaxNumber } from '../recognition/words/tax-numbers.ts'

export interface VisionSettings {
  /** The endpoint's address up to and including `/v1`, such as http://127.0.0.1:11434/v1. */
  readonly url: string
  readonly model: string
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 300_000

/** The size in pixels to which the longer side of a picture is reduced, because models cannot use more pixels. */
const LONGEST_SIDE = 2048

/** The number of characters from which a response cannot be the text of a page. */
const MAX_ANSWER_CHARACTERS = 500_000

const Text = Type.Union([Type.String(), Type.Null()])

/**
 * The schema of the model's response. Numbers are requested as text, exactly as printed, because a model that converts
 * them makes additional mistakes.
 */
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

/**
 * The rotation that is reported for every page. It is 0, because the model reads a page in any orientation and does not
 * report the orientation.
 */
const UNTURNED = { rotation: 0 }

const QUESTION = [
  'The pictures are the pages of one Russian purchase document. Copy what stands there; do not compute, do not correct.',
  'kind: invoice (счёт на оплату), torg12 (ТОРГ-12), upd (УПД, счёт-фактура) or receipt (any other). number: the document number. date: YYYY-MM-DD.',
  'supplierName, supplierInn: of the seller, not the buyer. lines: every line of the table in its order;',
  'quantity, unitCost, amount, amountWithVat exactly as printed; null where the document has no such column.',
  'total: the sum of the lines without VAT; vatTotal: the VAT; totalWithVat: what is to be paid. text: all other text of the document.',
]

/**
 * The recognizer configured by RECOGNIZER_URL and RECOGNIZER_MODEL. It sends one page per request, so that a long
 * document does not block others. From the second page on, the request contains the last item line of the previous
 * page, because tables continue without headings.
 */
export function visionRecognizer({ url, model, timeoutMs = TIMEOUT_MS }: VisionSettings): Recognizer {
  return {
    model,
    close: async () => {},
    async readPage(page, signal) {
      signal.throwIfAborted()
      const answers = page.found.map((text) => parseStored<Answer>('foundPage', text))
      const picture = await pictureUrl(await page.image())
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const answer = await ask({ url, model }, { question: questionAbout(page, answers), picture }, limit)
      answers[page.index] = answer
      const found = printStored('foundPage', answer)
      return answers.length < page.count
        ? { found, next: answers.length }
        : { found, reading: { ...readingOf(joined(answers)), pages: answers.map(() => UNTURNED) } }
    },
  }
}

function questionAbout({ index, count }: PageInHand, answers: readonly Answer[]): string {
  if (count === 1) return QUESTION.join('\n')
  const last = answers
    .slice(0, index)
    .findLast(({ lines }) => lines.length > 0)
    ?.lines.at(-1)
  return [
    ...QUESTION,
    `The picture is page ${index + 1} of ${count}: copy what stands on this page alone, with null or nothing for what does not.`,
    ...(last === undefined
      ? []
      : [
          `A table that goes on from the page before has the same columns. Its last line there: ${JSON.stringify(last)}`,
        ]),
  ].join('\n')
}

/**
 * Joins the responses for all pages. Number, date and supplier come from the first page that has them. Totals come from
 * the last page that has any, because totals on earlier pages may be page totals.
 */
function joined(answers: readonly Answer[]): Answer {
  const first = <Name extends 'number' | 'date' | 'supplierName' | 'supplierInn'>(name: Name) =>
    answers.find((answer) => answer[name] !== null)?.[name] ?? null
  const sums = answers.findLast((one) => one.total !== null || one.vatTotal !== null || one.totalWithVat !== null)
  return {
    kind: answers[0]!.kind,
    number: first('number'),
    date: first('date'),
    supplierName: first('supplierName'),
    supplierInn: first('supplierInn'),
    lines: answers.flatMap(({ lines }) => lines),
    total: sums?.total ?? null,
    vatTotal: sums?.vatTotal ?? null,
    totalWithVat: sums?.totalWithVat ?? null,
    text: answers.map(({ text }) => text).join('\n'),
  }
}

async function pictureUrl({ width, height, colours }: PageImage): Promise<string> {
  const jpeg = await sharp(colours, { raw: { width, height, channels: 3 } })
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 90 })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

async function ask(
  { url, model }: VisionSettings,
  { question, picture }: { question: string; picture: string },
  signal: AbortSignal,
): Promise<Answer> {
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
            { type: 'text', text: question },
            { type: 'image_url', image_url: { url: picture } },
          ],
        },
      ],
    }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The recognizer at ${url} answered ${response.status}: ${text.slice(0, 200)}`)
  return answerIn(text)
}

/** Extracts the JSON between the outermost braces, because models add prose or code fences in spite of the schema. */
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
