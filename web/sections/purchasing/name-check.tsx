/** What looks misread in a name, letter by letter: said before a record is made of it. */
import { useWords } from '../../words/words.ts'
import { piecesOf } from './doubtful-letters.ts'
import classes from './files.module.css'
import { Mark } from './mark.tsx'

export function NameCheck({ name }: { readonly name: string }) {
  const say = useWords('files')
  const pieces = piecesOf(name)
  if (!pieces.some(({ isDoubtful }) => isDoubtful)) return null
  return (
    <Mark tone="look">
      {say('doubt-letters')}{' '}
      {pieces.map(({ text, isDoubtful }, at) =>
        isDoubtful ? (
          <mark key={at} className={classes.letter}>
            {text}
          </mark>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </Mark>
  )
}
