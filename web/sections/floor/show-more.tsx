/** The button that loads the next page of a list on the warehouse floor. */
import { Button } from '@mantine/core'
import { useWords } from '../../words/words.ts'

export function ShowMore({ onClick }: { readonly onClick: () => void }) {
  const say = useWords('floor')
  return (
    <Button size="lg" variant="default" onClick={onClick}>
      {say('showMore')}
    </Button>
  )
}
