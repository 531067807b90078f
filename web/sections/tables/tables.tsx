/** The page for importing tables. It explains imports, takes the file, and lists earlier imports. */
import { Badge, Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { TableImport } from '../../../sdk/types.ts'
import { save } from '../../components/save.ts'
import { acted } from '../../data/acts.ts'
import { useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { useMay } from '../../data/session.ts'
import { type TableKind, takeImport, useTableImports, useTargets } from '../../data/table-imports.ts'
import { Failure } from '../../parts/failure.tsx'
import { dayAndTime } from '../../words/format.ts'
import { languageNow, useWords } from '../../words/words.ts'
import { Sheet } from '../settings/settings.tsx'
import { COLORS } from './colors.ts'
import { TableJob } from './table-job.tsx'
import classes from './tables.module.css'

const KINDS = {
  products: 'managers',
  partners: 'managers',
  opening_stock: 'storekeepers',
  stock_rules: 'managers',
  supplier_items: 'managers',
} as const
const MAX_BYTES = 20 * 1_048_576
const UPLOADING_MS = 180_000
const ACCEPTED = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/csv': ['.csv'],
  'text/plain': ['.txt'],
}
export function Tables() {
  const { id } = useParams({ strict: false }) as { readonly id?: string }
  return id === undefined ? <Start /> : <TableJob key={id} id={id} />
}

function Start() {
  const say = useWords('tables')
  const may = useMay()
  const [{ kind: asked }, change] = useAddress()
  const kinds = (Object.keys(KINDS) as TableKind[]).filter((one) => may(KINDS[one]))
  const kind = kinds.find((one) => one === asked) ?? kinds[0]!
  return (
    <Sheet title={say('title')}>
      <Stack gap="xl">
        <Stack gap="sm">
          <NativeSelect
            label={say('kind')}
            value={kind}
            data={kinds.map((value) => ({ value, label: say(`kind-${value}`) }))}
            onChange={(event) => change({ kind: event.currentTarget.value })}
          />
          <Text size="sm" c="dimmed">
            {say(`about-${kind}`)}
          </Text>
          <Upload key={kind} kind={kind} />
          <Example kind={kind} />
        </Stack>
        <History />
      </Stack>
    </Sheet>
  )
}

function Upload({ kind }: { readonly kind: TableKind }) {
  const say = useWords('tables')
  const navigate = useNavigate()
  const uploading = useAction<File, TableImport>(
    (file, { key }) => {
      const options = { key, fileName: file.name, deadlineMs: UPLOADING_MS, timeoutMs: UPLOADING_MS }
      return acted(client.tableImports.upload(file, { kind, language: languageNow() }, options))
    },
    (one) => {
      takeImport(one)
      void navigate({ to: '/tables/{-$id}', params: { id: one.id } })
    },
  )
  return (
    <>
      <Failure error={uploading.failure} />
      <Dropzone
        accept={ACCEPTED}
        multiple={false}
        maxSize={MAX_BYTES}
        loading={uploading.isSending}
        onDrop={([file]) => file && void uploading.run(file)}
        onReject={() => uploading.forget()}
        inputProps={{ 'aria-label': say('file') }}
        className={classes.drop ?? ''}
      >
        <Text ta="center">{say('drop')}</Text>
        <Text ta="center" size="sm" c="dimmed">
          {say('dropHint')}
        </Text>
      </Dropzone>
    </>
  )
}

/** A button that downloads an empty table with the names of all columns, for the user to fill in. */
function Example({ kind }: { readonly kind: TableKind }) {
  const say = useWords('tables')
  const { data: targets } = useTargets(kind)
  if (targets === undefined) return null
  const download = () => {
    const heads = targets.map(({ title }) => `"${title.replaceAll('"', '""')}"`).join(';')
    // Begin with a byte order mark, so that spreadsheets read the file as UTF-8.
    save(new Blob([`\uFEFF${heads}\r\n`], { type: 'text/csv' }), `${say(`kind-${kind}`)}.csv`)
  }
  return (
    <Group>
      <Button variant="subtle" size="compact-md" px={0} onClick={download}>
        {say('example')}
      </Button>
    </Group>
  )
}

function History() {
  const say = useWords('tables')
  const core = useWords('core')
  const { data, error, refetch } = useTableImports()
  if (error !== null && data === undefined)
    return <Failure error={error} title={core('notLoaded')} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={96} role="status" aria-label={core('loading')} />
  if (data.length === 0) return null
  return (
    <section>
      <Text component="h2" fw={600} fz={16} mb="xs">
        {say('history')}
      </Text>
      <ul className={classes.rows}>
        {data.map(({ id, fileName, kind, status, createdAt, createdBy }) => (
          <li key={id}>
            <Link to="/tables/{-$id}" params={{ id }} className={classes.past}>
              <span className={classes.pastName}>
                {fileName}
                <span className={classes.note}>
                  {[say(`kind-${kind}`), dayAndTime(createdAt), createdBy.name].join(' · ')}
                </span>
              </span>
              <Badge variant="light" color={COLORS[status] ?? 'gray'} tt="none" className={classes.badge ?? ''}>
                {say(`status-${status}`)}
              </Badge>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
