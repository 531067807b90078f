/** The button below a list of the warehouse floor that reads its next page. */
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
