/** Shows a secret or a link that cannot be shown again, with a button that copies it. */
import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import { useWords } from '../../words/words.ts'
import classes from './settings.module.css'

interface CopyOnceProps {
  readonly label: string
  readonly hint: string
  readonly value: string
}

export function CopyOnce({ label, hint, value }: CopyOnceProps) {
  const core = useWords('core')
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <TextInput
        style={{ flex: 1 }}
        classNames={{ input: classes.secret! }}
        label={label}
        description={hint}
        readOnly
        data-autofocus
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => <Button onClick={copy}>{core(copied ? 'copied' : 'copy')}</Button>}
      </CopyButton>
    </Group>
  )
}
