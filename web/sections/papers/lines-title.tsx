/** The heading above the lines of a file, which is below the name of the file. */
import { Text } from '@mantine/core'
import { useWords } from '../../words/words.ts'

export function LinesTitle() {
  const say = useWords('files')
  return (
    <Text component="h2" fw={600} fz={14} mb={8}>
      {say('linesTitle')}
    </Text>
  )
}
