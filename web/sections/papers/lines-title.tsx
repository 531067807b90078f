/** The heading above the lines of a file. It is one level below the heading with the file's name. */
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
