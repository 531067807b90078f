/** The notice on every page of a server that was set up only for practising a restore. */
import { Text } from '@mantine/core'
import { useWords } from '../words/words.ts'
import classes from './parts.module.css'

export function DrillNotice({ isDrill }: { readonly isDrill: boolean }) {
  const say = useWords('core')
  if (!isDrill) return null
  return (
    <Text role="status" size="sm" className={classes.drill}>
      {say('drill')}
    </Text>
  )
}
