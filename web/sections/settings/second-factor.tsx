/**
 * The settings of the second factor: the user switches it on with a QR code, sees the recovery codes, and switches it
 * off.
 */
import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { encode } from 'uqr'
import { toast } from '../../components/toast.tsx'
import { cache, SESSION_KEY } from '../../data/cache.ts'
import { client } from '../../data/client.ts'
import { useMe } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import { useWords } from '../../words/words.ts'
import { AccountPart, OwnPasswordField, PasswordForm, useSend } from './account-parts.tsx'
import classes from './settings.module.css'

type Open = 'enable' | 'disable' | 'codes' | null

export function SecondFactor() {
  const say = useWords('settings')
  const { user } = useMe()
  const [open, setOpen] = useState<Open>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => setOpen(null)
  const isOn = user.twoFactorEnabled
  return (
    <AccountPart title={say('factor')}>
      <Stack gap="sm">
        <Text size="sm">{say(isOn ? 'factorOn' : 'factorOff')}</Text>
        {codes !== null && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
        {open === null && (
          <Group>
            {isOn ? (
              <>
                <Button variant="default" onClick={() => setOpen('codes')}>
                  {say('recoveryNew')}
                </Button>
                <Button variant="default" onClick={() => setOpen('disable')}>
                  {say('factorDisable')}
                </Button>
              </>
            ) : (
              <Button variant="default" onClick={() => setOpen('enable')}>
                {say('factorEnable')}
              </Button>
            )}
          </Group>
        )}
        {open === 'enable' && <Enable onClose={close} onCodes={setCodes} />}
        {open === 'disable' && <Disable onClose={close} />}
        {open === 'codes' && <NewCodes onClose={close} onCodes={setCodes} />}
      </Stack>
    </AccountPart>
  )
}

interface PartProps {
  readonly onClose: () => void
  readonly onCodes: (codes: readonly string[]) => void
}

function Enable({ onClose, onCodes }: PartProps) {
  const say = useWords('settings')
  const core = useWords('core')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [made, setMade] = useState<{ totpURI: string; backupCodes: string[] } | null>(null)
  const begin = useSend(async () => setMade(await client.account.twoFactor.enable({ password })))
  const confirm = useSend(async () => {
    await client.account.twoFactor.confirm({ code: code.replace(/\s/g, '') })
    toast(say('factorEnabled'))
    onCodes(made?.backupCodes ?? [])
    onClose()
    await cache.invalidateQueries({ queryKey: SESSION_KEY })
  })
  const sent = made === null ? begin : confirm
  return (
    <Form onSubmit={(event) => void sent.run(event)}>
      <Stack gap="sm">
        {made === null ? (
          <OwnPasswordField label={say('currentPassword')} value={password} onChange={setPassword} />
        ) : (
          <>
            <Text size="sm">{say('factorScan')}</Text>
            <Qr text={made.totpURI} label={say('factorQr')} />
            <TextInput
              readOnly
              label={say('factorKey')}
              classNames={{ input: classes.secret! }}
              value={new URL(made.totpURI).searchParams.get('secret') ?? ''}
            />
            <TextInput
              label={say('factorCode')}
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          </>
        )}
        <Failure error={sent.failure} />
        <Group>
          <Button type="submit" loading={sent.isSending}>
            {say(made === null ? 'proceed' : 'factorConfirm')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {core('cancel')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

/** Draws the QR code in the browser, so that the secret is sent to no other server. */
function Qr({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} fill="#000" />
    </svg>
  )
}

function Disable({ onClose }: { readonly onClose: () => void }) {
  const say = useWords('settings')
  const disable = async (password: string) => {
    await client.account.twoFactor.disable({ password })
    toast(say('factorDisabled'))
    onClose()
    await cache.invalidateQueries({ queryKey: SESSION_KEY })
  }
  return <PasswordForm action={say('factorDisable')} isDangerous send={disable} onClose={onClose} />
}

function NewCodes({ onClose, onCodes }: PartProps) {
  const say = useWords('settings')
  const renew = async (password: string) => {
    onCodes((await client.account.twoFactor.newRecoveryCodes({ password })).backupCodes)
    onClose()
  }
  return <PasswordForm action={say('recoveryNew')} send={renew} onClose={onClose} />
}

function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const say = useWords('settings')
  const core = useWords('core')
  return (
    <Stack gap="xs" role="status">
      <Text fw={600}>{say('recoveryCodes')}</Text>
      <Text size="sm">{say('recoveryHint')}</Text>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => <Button onClick={copy}>{core(copied ? 'copied' : 'copy')}</Button>}
        </CopyButton>
        <Button variant="default" onClick={onDone}>
          {say('done')}
        </Button>
      </Group>
    </Stack>
  )
}
