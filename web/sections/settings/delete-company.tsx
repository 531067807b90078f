/** Lets an owner delete the company. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { newKey } from '../../../sdk/keys.ts'
import { deleteCompany } from '../../data/deletion.ts'
import { useMe } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import { useWords } from '../../words/words.ts'
import { AccountPart, OwnPasswordField, useSend } from './account-parts.tsx'

export function DeleteCompany() {
  const say = useWords('settings')
  const [isOpen, setOpen] = useState(false)
  return (
    <AccountPart title={say('deleteCompany')}>
      <Stack gap="sm">
        <Text size="sm">{say('deleteCompanyText')}</Text>
        {isOpen ? (
          <Confirmation onClose={() => setOpen(false)} />
        ) : (
          <Group>
            <Button variant="default" onClick={() => setOpen(true)}>
              {say('proceed')}
            </Button>
          </Group>
        )}
      </Stack>
    </AccountPart>
  )
}

/** Offers the download once more, and asks for the name of the company and the user's password. */
function Confirmation({ onClose }: { readonly onClose: () => void }) {
  const say = useWords('settings')
  const core = useWords('core')
  const { company } = useMe()
  const { id: companyId, name: companyName } = company!
  const [key] = useState(() => newKey())
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { isSending, failure, run } = useSend(() => deleteCompany({ companyId, key }, { name: name.trim(), password }))
  return (
    <Form onSubmit={(event) => void run(event)}>
      <Stack gap="sm">
        <Text size="sm">{say('deleteCompanyDownload')}</Text>
        <Group>
          <Button component="a" href="/api/v1/company/archive" download variant="default">
            {say('archiveDownload')}
          </Button>
        </Group>
        <TextInput
          label={say('deleteCompanyName')}
          description={companyName}
          required
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <OwnPasswordField label={say('currentPassword')} value={password} onChange={setPassword} />
        <Failure error={failure} />
        <Group>
          <Button type="submit" color="red" loading={isSending}>
            {say('deleteCompanyButton')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {core('cancel')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
