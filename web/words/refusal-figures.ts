/** Which of the sentences fits a refusal: the service says in `detail`, in English, what it is about and with which figures. */

export interface Sentence {
  /** Of the texts of refusals. */
  readonly word: string
  readonly figures: Readonly<Record<string, string>>
}

type Pattern = readonly [detail: RegExp, variant: string]

const PATTERNS: Readonly<Record<string, readonly Pattern[]>> = {
  INSUFFICIENT_STOCK: [
    [/^Asked (?<asked>\S+) of "(?<product>.*)", available (?<available>\S+) at "(?<warehouse>.*)"\./, 'product'],
    [/^Asked (?<asked>\S+) of the selected lot, which has (?<left>\S+) left/, 'lot'],
  ],
  NOT_FOUND: [[/^There is no (?:customer|supplier|partner) called "(?<name>.*)"\./, 'partner']],
  HAS_REFERENCES: [[/^"(?<name>.*)" is a component of (?<count>\d+) active bundles?/, 'bundles']],
  WAREHOUSE_NOT_EMPTY: [[/^"(?<name>.*)" still has (?<lots>\d+) lots? in stock and (?<orders>\d+) open/, 'figures']],
  ARCHIVED: [[/^The [\w ]+ "(?<name>.*)" is archived/, 'name']],
  INVALID_TRANSITION: [
    [/^Order (?<number>\S+) is shipped and cannot be deleted/, 'shipped'],
    [/^Order (?<number>\S+) is shipped and can no longer be changed/, 'shippedBefore'],
    [/^Order (?<number>\S+) is cancelled and can no longer be changed/, 'cancelledBefore'],
    [/^The order is "shipped" and cannot become/, 'isShipped'],
    [/^The order is "cancelled" and cannot become/, 'isCancelled'],
  ],
  NOT_STOCKED: [
    [/^"(?<name>.*)" is a bundle/, 'bundle'],
    [/^"(?<name>.*)" is a service/, 'service'],
  ],
  INVALID_COMPONENT: [
    [/^"(?<name>.*)" cannot be a component of itself/, 'itself'],
    [/^The component "(?<name>.*)" is archived/, 'archived'],
    [/^"(?<name>.*)" is a \w+\. Only/, 'kind'],
  ],
  AMBIGUOUS_PARTNER: [[/^(?<count>\d+) active partners are called "(?<name>.*)"\./, 'figures']],
  LOTS_CONSUMED: [[/^(?<gone>\S+) of the (?<received>\S+) received of "(?<product>.*)" are gone/, 'figures']],
  PURCHASE_EXCEEDED: [
    [/^Asked to receive (?<asked>\S+) on purchase (?<number>\S+), which has (?<left>\S+) left/, 'figures'],
  ],
  UNIT_COST_UNKNOWN: [[/^Nothing tells what "(?<name>.*)" costs:/, 'name']],
  DUPLICATE_EXTERNAL_ID: [[/^The [\w ]+ "(?<name>.*)" already has the external id "(?<externalId>.*)" of/, 'figures']],
}

/** The sentence for a code, with the figures of `detail` where they are given. */
export function sentenceFor(code: string, detail: string): Sentence {
  for (const [pattern, variant] of PATTERNS[code] ?? []) {
    const found = pattern.exec(detail)
    if (found !== null) return { word: `${code}-${variant}`, figures: { ...found.groups } }
  }
  return { word: code, figures: {} }
}

/** The sentence for a detail whose code is not told, such as of a row of a table that was refused. */
export function sentenceOfDetail(detail: string): Sentence {
  for (const code of Object.keys(PATTERNS)) {
    const found = sentenceFor(code, detail)
    if (found.word !== code) return found
  }
  return { word: '', figures: {} }
}

const FIELD_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^(?:is required|must not be empty)/, 'required'],
  [/^must be >= (?<limit>\S+)/, 'atLeast'],
  [/^must be <= (?<limit>\S+)/, 'atMost'],
  [/^must be > (?<limit>\S+)/, 'more'],
  [/^must NOT have more than (?<limit>\d+) characters/, 'tooLong'],
  [/^must NOT have more than (?<limit>\d+) items/, 'tooMany'],
  [/at most (?<limit>\d+) decimals?/, 'decimals'],
  [/beyond 10\^12/, 'tooLarge'],
  [/twice|already|duplicate/, 'twice'],
]

/** The sentence for what is wrong with a field. */
export function sentenceForField(message: string): Sentence {
  for (const [pattern, name] of FIELD_PATTERNS) {
    const found = pattern.exec(message)
    if (found !== null) return { word: `field-${name}`, figures: { ...found.groups } }
  }
  return { word: 'field-other', figures: {} }
}

const NUMBERED = /^(?:Order|Purchase|Document|Payment|Contract) (?<name>.+)$/
const OF_DAY = /^[A-Za-z ]+ of (?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/
const CONTRACT_KIND = /^Contract (?<kind>purchase|sale|commission)$/

/** What stands in the way: what it is, with its number, its day or its name. */
export function sentenceForBlocker({ entity, label }: { readonly entity: string; readonly label: string }): Sentence {
  const word = `blocker-${entity.replace(' ', '_')}`
  const kind = CONTRACT_KIND.exec(label)?.groups?.kind
  if (kind !== undefined) return { word: `${word}-${kind}`, figures: {} }
  const number = NUMBERED.exec(label)?.groups?.name
  if (number !== undefined) return { word, figures: { name: number } }
  const day = OF_DAY.exec(label)?.groups
  if (day !== undefined) return { word, figures: { name: `${day.day}.${day.month}.${day.year}` } }
  // A lot is told by its day, or by its product.
  return { word: entity === 'lot' ? `${word}-product` : word, figures: { name: label } }
}
