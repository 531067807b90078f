/** The schemas of uploaded procurement files and of the data that is read from them. Source: S-FILE-4, S-FILE-6. */
import { Type } from 'typebox'
import { costly } from './costs.ts'
import { record } from './record-schemas.ts'
import { Id, Moment, Money, Name, Note, oneOf, orNull, QuantityOrZero, ShortText } from './schema.ts'

const IMPORT_STATUSES = ['queued', 'processing', 'recognized', 'failed', 'imported'] as const
const PAPER_KINDS = ['invoice', 'torg12', 'upd', 'receipt'] as const

const Share = Type.Number({ minimum: 0, maximum: 1 })
const LinePlaceRecord = record(
  'LinePlace',
  'The place of a line on a page, in the picture that `GET …/pages/{page}` returns.',
  {
    page: Type.Integer({ minimum: 1 }),
    x: Share,
    y: Share,
    width: Share,
    height: Share,
  },
)

const LESSON_RULES = ['columns', 'pack', 'vat'] as const
const LearnedLine = record(
  'LearnedLine',
  'What an earlier document of this supplier taught about a line. `read` has the figures on the paper.',
  {
    rules: Type.Array(oneOf(LESSON_RULES)),
    documentId: Id,
    read: Type.Object({
      unit: orNull(Note),
      quantity: orNull(QuantityOrZero),
      unitCost: costly(orNull(Money)),
      amount: costly(orNull(Money)),
    }),
  },
)

const Places = Type.Array(Type.Integer({ minimum: 0 }))
const LetterDoubts = record(
  'LetterDoubts',
  'Letters of a line that could be read in more than one way: compare them with the paper. Places are counted from 0.',
  { name: Places, sku: Places },
)

const ExtractedLineRecord = Type.Object({
  name: Note,
  sku: orNull(Note),
  unit: orNull(Note),
  quantity: orNull(QuantityOrZero),
  unitCost: costly(orNull(Money)),
  amount: costly(orNull(Money)),
  productId: Type.Optional(Id),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  doubts: Type.Optional(LetterDoubts),
  place: Type.Optional(LinePlaceRecord),
  learned: Type.Optional(LearnedLine),
})

const ExtractionRecord = record('Extraction', 'What was read from a file, with proposals.', {
  kind: oneOf(PAPER_KINDS),
  reference: orNull(Note),
  issuedAt: orNull(ShortText),
  supplier: Type.Object({
    name: orNull(Note),
    inn: orNull(ShortText),
    partnerId: Type.Optional(Id),
    // The document in which a user corrected the partner, which is why the service proposes this partner now.
    learnedFrom: Type.Optional(Id),
  }),
  lines: Type.Array(ExtractedLineRecord),
  total: costly(orNull(Money)),
  // The message counts as a cost, because some messages contain sums of money that do not match.
  warnings: Type.Array(Type.Object({ code: ShortText, message: costly(Note) })),
  text: costly(Type.String()),
  // For each page, the clockwise rotation in degrees that shows the page upright.
  pages: Type.Optional(Type.Array(Type.Object({ rotation: Type.Number() }))),
  recognition: Type.Object({ model: ShortText, startedAt: Moment, durationSeconds: Type.Number({ minimum: 0 }) }),
})

export const ImportFileRecord = record('ImportFile', 'An uploaded file of a purchase document.', {
  id: Id,
  fileName: Name,
  contentType: ShortText,
  size: Type.Integer(),
  sha256: ShortText,
  status: oneOf(IMPORT_STATUSES),
  uploadedAt: Moment,
  documentId: Type.Optional(Id),
  error: Type.Optional(Note),
  extraction: Type.Optional(ExtractionRecord),
})

export const RecognitionRecord = record('Recognition', 'One successful recognition, to measure its speed.', {
  id: Id,
  importId: Id,
  model: ShortText,
  startedAt: Moment,
  durationMs: Type.Integer(),
})
