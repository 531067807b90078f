/** Shows which letters of a name or code look misread, before a record is created from it. */
import { useWords } from '../../words/words.ts'
import { doubtfulLetters, doubtsLeft, piecesOf, type ReadText } from './doubtful-letters.ts'
import classes from './files.module.css'
import { Mark } from './mark.tsx'

interface CheckedName {
  readonly name: string
  /** The text as it was recognized; undefined if the user typed the name. */
  readonly read?: ReadText
}

export const NameCheck = ({ name, read }: CheckedName) => <Letters text={name} doubtful={doubtfulLetters(name, read)} />

/**
 * Shows which letters of a code can be read in more than one way. Unlike names, codes are not checked for unusual
 * letters, because codes have no spelling rules.
 */
export const CodeCheck = ({ code, read }: { readonly code: string; readonly read: ReadText }) => (
  <Letters text={code} doubtful={new Set(doubtsLeft(read, code))} />
)

function Letters({ text, doubtful }: { readonly text: string; readonly doubtful: ReadonlySet<number> }) {
  const say = useWords('files')
  if (doubtful.size === 0) return null
  return (
    <Mark tone="look">
      {say('doubt-letters')}{' '}
      {piecesOf(text, doubtful).map((piece, at) =>
        piece.isDoubtful ? (
          <mark key={at} className={classes.letter}>
            {piece.text}
          </mark>
        ) : (
          <span key={at}>{piece.text}</span>
        ),
      )}
    </Mark>
  )
}
