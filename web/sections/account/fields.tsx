/** Form fields that several pages for accounts use, such as e-mail and password. */
import { PasswordInput, TextInput } from '@mantine/core'
import { useWords } from '../../words/words.ts'

interface FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly isNew?: boolean
  readonly isFirst?: boolean
}

export function NameField({ value, onChange }: Pick<FieldProps, 'value' | 'onChange'>) {
  const say = useWords('account')
  return (
    <TextInput
      name="name"
      autoComplete="name"
      required
      label={say('name')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function EmailField({ value, onChange, error, isFirst }: FieldProps) {
  const say = useWords('account')
  return (
    <TextInput
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      required
      label={say('email')}
      value={value}
      error={error}
      data-autofocus={isFirst || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function PasswordField({ value, onChange, error, isNew = false }: FieldProps) {
  const say = useWords('account')
  return (
    <PasswordInput
      name="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      label={say(isNew ? 'newPassword' : 'password')}
      description={isNew ? say('passwordHint') : undefined}
      visibilityToggleButtonProps={{ 'aria-label': say('showPassword'), tabIndex: 0 }}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
