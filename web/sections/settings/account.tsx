/**
 * The page of the signed-in user's account: name, e-mail, password, second factor, sessions, deletion of the account.
 */
import { Badge, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import Bowser from 'bowser'
import { useState } from 'react'
import { toast } from '../../components/toast.tsx'
import { refresh, useSessions } from '../../data/acts.ts'
import { cache, SESSION_KEY } from '../../data/cache.ts'
import { client } from '../../data/client.ts'
import { dropAllDrafts } from '../../data/drafts.ts'
import { useRelease } from '../../data/node.ts'
import { startOver, useMe } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import { dayAndTime } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { AccountPart, OwnPasswordField, PasswordForm, useSend } from './account-parts.tsx'
import { SecondFactor } from './second-factor.tsx'
import classes from './settings.module.css'
import { Sheet } from './settings.tsx'

export function Account() {
  const say = useWords('settings')
  return (
    <Sheet title={say('account')}>
      <Stack gap="xl">
        <MyName />
        <MyEmail />
        <Password />
        <SecondFactor />
        <Sessions />
        <DeleteAccount />
        <Release />
      </Stack>
    </Sheet>
  )
}

function MyName() {
  const say = useWords('settings')
  const core = useWords('core')
  const { user } = useMe()
  const [name, setName] = useState(user.name)
  const { isSending, failure, run } = useSend(async () => {
    await client.account.rename({ name: name.trim() })
    toast(core('changesSaved'))
    await cache.invalidateQueries({ queryKey: SESSION_KEY })
  })
  return (
    <Form onSubmit={(event) => void run(event)}>
      <Stack gap="sm">
        <TextInput
          label={say('myName')}
          required
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Failure error={failure} />
        <Group>
          <Button type="submit" variant="default" loading={isSending} disabled={name.trim() === user.name}>
            {core('save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

function MyEmail() {
  const say = useWords('settings')
  const { user } = useMe()
  const [isOpen, setOpen] = useState(false)
  const [newEmail, setNewEmail] = useState('')
  const [password, setPassword] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const change = useSend(async () => {
    await client.account.changeEmail({ newEmail: newEmail.trim(), password })
    setSentTo(newEmail.trim())
    setOpen(false)
    setPassword('')
  })
  const verify = useSend(async () => {
    await client.account.sendVerification({ email: user.email })
    toast(say('verificationSent', { email: user.email }))
  })
  return (
    <AccountPart title={say('myEmail')}>
      <Stack gap="sm">
        <Group gap="xs">
          <Text>{user.email}</Text>
          <Badge variant="light" color={user.emailVerified ? 'green' : 'gray'} tt="none">
            {say(user.emailVerified ? 'emailVerified' : 'emailNotVerified')}
          </Badge>
        </Group>
        {sentTo !== null && (
          <Text role="status" size="sm">
            {say('emailSent', { email: sentTo })}
          </Text>
        )}
        <Failure error={verify.failure} />
        {!isOpen && (
          <Group>
            <Button variant="default" onClick={() => setOpen(true)}>
              {say('changeEmail')}
            </Button>
            {!user.emailVerified && (
              <Button variant="default" loading={verify.isSending} onClick={() => void verify.run()}>
                {say('sendVerification')}
              </Button>
            )}
          </Group>
        )}
        {isOpen && (
          <Form onSubmit={(event) => void change.run(event)}>
            <Stack gap="sm">
              <TextInput
                type="email"
                label={say('newEmail')}
                required
                value={newEmail}
                onChange={(event) => setNewEmail(event.currentTarget.value)}
              />
              <OwnPasswordField label={say('currentPassword')} value={password} onChange={setPassword} />
              <Failure error={change.failure} />
              <Group>
                <Button type="submit" loading={change.isSending}>
                  {say('changeEmail')}
                </Button>
              </Group>
            </Stack>
          </Form>
        )}
      </Stack>
    </AccountPart>
  )
}

function Password() {
  const say = useWords('settings')
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const { isSending, failure, run } = useSend(async () => {
    await client.account.changePassword({ currentPassword, newPassword })
    setCurrent('')
    setNew('')
    toast(say('passwordChanged'))
    refresh('sessions')
  })
  return (
    <AccountPart title={say('password')}>
      <Form onSubmit={(event) => void run(event)}>
        <Stack gap="sm">
          <OwnPasswordField label={say('currentPassword')} value={currentPassword} onChange={setCurrent} />
          <OwnPasswordField
            label={say('newPassword')}
            hint={say('passwordHint')}
            value={newPassword}
            onChange={setNew}
            isNew
          />
          <Failure error={failure} />
          <Group>
            <Button type="submit" variant="default" loading={isSending}>
              {say('changePassword')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </AccountPart>
  )
}

function Sessions() {
  const say = useWords('settings')
  const core = useWords('core')
  const { data, error, refetch } = useSessions()
  const others = useSend(async () => {
    await client.account.sessions.endOthers()
    toast(say('sessionEnded'))
    refresh('sessions')
  })
  return (
    <AccountPart title={say('sessions')}>
      {data === undefined && error === null && <Skeleton height={80} role="status" aria-label={core('loading')} />}
      {data === undefined && <Failure error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <ul className={classes.rows}>
          {data.map((one) => (
            <SessionRow key={one.token} {...one} />
          ))}
        </ul>
      )}
      <Failure error={others.failure} />
      {data !== undefined && data.length > 1 && (
        <Button mt="sm" variant="default" loading={others.isSending} onClick={() => void others.run()}>
          {say('sessionsEndOthers')}
        </Button>
      )}
    </AccountPart>
  )
}

interface SessionRowProps {
  readonly token: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly ipAddress?: string | null
  readonly userAgent?: string | null
  readonly isThis: boolean
}

/**
 * Returns the browser and the operating system of a session, for example `Chrome` and `Linux`. Null if the user agent
 * is not recognized.
 */
function deviceOf(userAgent: string): { readonly browser: string; readonly system: string } | null {
  if (userAgent === '') return null
  const { browser, os } = Bowser.parse(userAgent)
  return browser.name && os.name ? { browser: browser.name, system: os.name } : null
}

function SessionRow({ token, createdAt, expiresAt, ipAddress, userAgent, isThis }: SessionRowProps) {
  const say = useWords('settings')
  const device = deviceOf(userAgent ?? '')
  const name = device === null ? userAgent || say('sessionUnknown') : say('sessionDevice', device)
  const end = useSend(async () => {
    await client.account.sessions.end({ token })
    toast(say('sessionEnded'))
    refresh('sessions')
  })
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Group gap={8}>
          <Text size="sm" title={userAgent ?? undefined}>
            {name}
          </Text>
          {isThis && (
            <Badge size="sm" variant="light" tt="none">
              {say('sessionThis')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {[ipAddress, say('sessionUntil', { from: dayAndTime(createdAt), to: dayAndTime(expiresAt) })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Failure error={end.failure} />
      </div>
      {!isThis && (
        <Button
          size="compact-sm"
          variant="default"
          loading={end.isSending}
          aria-label={say('sessionEndOf', { name })}
          onClick={() => void end.run()}
        >
          {say('sessionEnd')}
        </Button>
      )}
    </li>
  )
}

function DeleteAccount() {
  const say = useWords('settings')
  const [isOpen, setOpen] = useState(false)
  const erase = async (password: string) => {
    await client.account.delete({ password })
    dropAllDrafts()
    startOver('/sign-in')
  }
  return (
    <AccountPart title={say('deleteAccount')}>
      <Stack gap="sm">
        <Text size="sm">{say('deleteAccountText')}</Text>
        {!isOpen ? (
          <Group>
            <Button variant="default" onClick={() => setOpen(true)}>
              {say('proceed')}
            </Button>
          </Group>
        ) : (
          <PasswordForm action={say('deleteAccount')} isDangerous send={erase} onClose={() => setOpen(false)} />
        )}
      </Stack>
    </AccountPart>
  )
}

function Release() {
  const say = useWords('settings')
  const release = useRelease()
  return (
    release !== null && (
      <Text size="sm" c="dimmed">
        {say('release', { release })}
      </Text>
    )
  )
}
