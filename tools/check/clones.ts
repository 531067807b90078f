/**
 * Finds copied code: six lines, or 50 tokens, that are the same in two places. Comments, imports, blank lines and
 * layout are ignored, but names are compared.
 */
import { SyntaxKind } from 'typescript/unstable/ast'
import { createScanner } from 'typescript/unstable/ast/scanner'
import type { SourceFile } from '../../tests/support/contract/house-rules.ts'

const MIN_LINES = 6
const MIN_TOKENS = 50

/** A token, or all tokens of one line, with its path and line number. */
interface Unit {
  readonly text: string
  readonly path: string
  readonly line: number
}

/** A stretch of lines whose code also occurs in an earlier place. */
interface Clone {
  readonly path: string
  readonly from: number
  readonly to: number
  /** Where the copied code begins in the earlier place, as `path:line`. */
  readonly original: string
}

/** Matches an import or a re-export. Two files that import the same names are not copies of each other. */
const IMPORT = /^(?:import|export) (?:[^'"`;=]* from )?'[^']*'/gm

/**
 * The kinds of tokens after which a slash means division. After any other token a slash begins a regular expression.
 */
const VALUE_ENDS: ReadonlySet<SyntaxKind> = new Set([
  ...[SyntaxKind.Identifier, SyntaxKind.ThisKeyword, SyntaxKind.NumericLiteral, SyntaxKind.StringLiteral],
  ...[SyntaxKind.NoSubstitutionTemplateLiteral, SyntaxKind.TemplateTail, SyntaxKind.RegularExpressionLiteral],
  ...[SyntaxKind.CloseParenToken, SyntaxKind.CloseBracketToken, SyntaxKind.CloseBraceToken],
])

/**
 * Splits a file into tokens. Text of several words inside a literal, such as an SQL statement, gives one token per
 * word.
 */
function tokensOf({ path, text: source }: SourceFile): Unit[] {
  const text = source.replace(IMPORT, (found) => '\n'.repeat(found.split('\n').length - 1))
  const scanner = createScanner(true, undefined, text)
  const tokens: Unit[] = []
  /** For each template literal that is being read, the number of braces open in its current substitution. */
  const braces: number[] = []
  let [line, read, before] = [1, 0, SyntaxKind.Unknown]
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    if (kind === SyntaxKind.SlashToken && !VALUE_ENDS.has(before)) kind = scanner.reScanSlashToken()
    if (kind === SyntaxKind.CloseBraceToken && braces.at(-1) === 0) kind = scanner.reScanTemplateToken(false)
    if (kind === SyntaxKind.TemplateHead) braces.push(0)
    if (kind === SyntaxKind.TemplateTail) braces.pop()
    if (braces.length > 0 && kind === SyntaxKind.OpenBraceToken) braces[braces.length - 1]! += 1
    if (braces.length > 0 && kind === SyntaxKind.CloseBraceToken) braces[braces.length - 1]! -= 1
    for (const { 0: word, index } of scanner.getTokenText().matchAll(/\S+/g)) {
      const at = scanner.getTokenStart() + index
      line += text.slice(read, at).split('\n').length - 1
      read = at
      tokens.push({ text: word, path, line })
    }
    before = kind
  }
  return tokens
}

/** Joins the tokens of each line. */
const linesOf = (tokens: readonly Unit[]): Unit[] =>
  [...Map.groupBy(tokens, ({ line }) => line).values()].map((line) => ({
    ...line[0]!,
    text: line.map(({ text }) => text).join(' '),
  }))

/** Replaces each value with a number; equal values get the same number. */
function numbered(values: readonly (string | number)[]): number[] {
  const known = new Map<string | number, number>()
  return values.map((value) => {
    const number = known.get(value) ?? known.size
    known.set(value, number)
    return number
  })
}

/** Returns a number for each run of `size` units, in order of their starts; equal runs have the same number. */
function runsOf(units: readonly Unit[], size: number): number[] {
  let runs = numbered(units.map(({ text }) => text))
  for (let width = 1; width < size; width = Math.min(2 * width, size)) {
    // Two overlapping runs make one longer run. Run numbers stay below 2^26, so a pair of them can be encoded as one
    // exact number.
    const step = Math.min(width, size - width)
    runs = numbered(runs.slice(step).map((second, at) => runs[at]! * 2 ** 26 + second))
  }
  return runs
}

/** Finds the runs of `size` units that occurred earlier. Overlapping runs are merged into one clone. */
function repeated(files: readonly (readonly Unit[])[], size: number): Clone[] {
  // Mark the end of each file with a unique unit, so that no run continues into the next file.
  const units = files.flatMap((file, at) => [...file, { text: `end of file ${at}`, path: '', line: 0 }])
  const first = new Map<number, number>()
  const clones: Clone[] = []
  let lastAt = Number.NEGATIVE_INFINITY
  for (const [at, run] of runsOf(units, size).entries()) {
    const earlier = first.get(run)
    if (earlier === undefined) first.set(run, at)
    if (earlier === undefined || earlier + size > at) continue
    const [{ path, line }, original, to] = [units[at]!, units[earlier]!, units[at + size - 1]!.line]
    if (at <= lastAt + size) clones.push({ ...clones.pop()!, to })
    else clones.push({ path, from: line, to, original: `${original.path}:${original.line}` })
    lastAt = at
  }
  return clones
}

/** Returns each copied piece of code as `path:lines repeats path:line`. */
export function clonesIn(files: readonly SourceFile[]): string[] {
  const tokens = files.map(tokensOf)
  const byTokens = repeated(tokens, MIN_TOKENS)
  const byLines = repeated(tokens.map(linesOf), MIN_LINES).filter(
    ({ path, from, to }) => !byTokens.some((one) => one.path === path && one.from <= to && from <= one.to),
  )
  return [...byTokens, ...byLines].map(({ path, from, to, original }) => `${path}:${from}-${to} repeats ${original}`)
}
