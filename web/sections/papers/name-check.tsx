/** What looks misread in a name or a code, letter by letter: said before a record is made of it. */
import { useWords } from '../../words/words.ts'
import { doubtfulLetters, doubtsLeft, piecesOf, type ReadText } from './doubtful-letters.ts'
import classes from './files.module.css'
import { Mark } from './mark.tsx'

interface CheckedName {
  readonly name: string
  /** As it was read from a line; a name that was typed has none. */
  readonly read?: ReadText
}

export const NameCheck = ({ name, read }: CheckedName) => <Letters text={name} doubtful={doubtfulLetters(name, read)} />

/** Codes are written as they like: only what was read in more than one way is told. */
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
