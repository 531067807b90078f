/**
 * Saves the filters and the sort order of a list under a name. The saved view is a link, because the page address
 * contains these settings; the names are stored in this browser.
 */
import { ActionIcon, Button, Group, Menu, Modal, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { IconTrash } from '../components/icons.ts'
import { type Address, useAddress } from '../data/address.ts'
import { useKept } from '../data/kept.ts'
import { useMe } from '../data/session.ts'
import { useWords } from '../words/words.ts'
import { Form } from './form.tsx'
import { ViewsButton } from './views-button.tsx'

interface View {
  readonly name: string
  readonly address: Address
}

const NAME_CHARACTERS = 60
const MAX_VIEWS = 50
/** Parameters in the page address that belong to the open record, not to the list. */
const NOT_OF_THE_LIST = ['tab', 'part']

const areViews = (kept: unknown): boolean =>
  Array.isArray(kept) && kept.every((one) => typeof one?.name === 'string' && typeof one?.address === 'object')

interface SavedViewsProps {
  /** The name of the list to which the saved views belong. */
  readonly list: string
  readonly isOpenedAtFirst: boolean
}

export function SavedViews({ list, isOpenedAtFirst }: SavedViewsProps) {
  const say = useWords('grid')
  const core = useWords('core')
  const me = useMe()
  const navigate = useNavigate()
  const [address] = useAddress()
  const [isNaming, setNaming] = useState(false)
  const [views, setViews] = useKept<readonly View[]>(
    `views.${me.user.id}.${me.company?.id ?? ''}.${list}`,
    [],
    areViews,
  )
  const now = Object.fromEntries(Object.entries(address).filter(([name]) => !NOT_OF_THE_LIST.includes(name)))
  const text = printed(now)
  const open = (view: View) => void navigate({ to: '.', search: view.address as never, replace: false })
  const save = (name: string) => {
    setViews([...views.filter((one) => one.name !== name), { name, address: now }].slice(-MAX_VIEWS))
    setNaming(false)
  }
  return (
    <>
      <Menu position="bottom-end" width={260} defaultOpened={isOpenedAtFirst}>
        <Menu.Target>
          <ViewsButton />
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item
              key={view.name}
              aria-current={printed(view.address) === text || undefined}
              fw={printed(view.address) === text ? 600 : undefined}
              onClick={() => open(view)}
            >
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          {/* The item is not `disabled`: if it is the only item of the menu, nothing would have the focus and no key
             could close the menu. */}
          <Menu.Item
            c={text === '' ? 'dimmed' : undefined}
            aria-disabled={text === '' || undefined}
            onClick={() => text !== '' && setNaming(true)}
          >
            {say('saveView')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog
          views={views}
          onSave={save}
          onRemove={(name) => setViews(views.filter((one) => one.name !== name))}
          onClose={() => setNaming(false)}
          words={{ title: say('saveView'), close: core('close') }}
        />
      )}
    </>
  )
}

const printed = (address: Address) =>
  Object.entries(address)
    .filter(([, value]) => value)
    .map((entry) => entry.join('='))
    .sort()
    .join('&')

interface NameDialogProps {
  readonly views: readonly View[]
  readonly words: { readonly title: string; readonly close: string }
  readonly onSave: (name: string) => void
  readonly onRemove: (name: string) => void
  readonly onClose: () => void
}

function NameDialog({ views, words, onSave, onRemove, onClose }: NameDialogProps) {
  const say = useWords('grid')
  const core = useWords('core')
  const [name, setName] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onSave(name.trim())
  }
  return (
    <Modal opened onClose={onClose} title={words.title} closeButtonProps={{ 'aria-label': words.close }}>
      <Form onSubmit={save}>
        <Stack>
          <TextInput
            label={say('viewName')}
            description={say('viewHint')}
            data-autofocus
            maxLength={NAME_CHARACTERS}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {views.map((view) => (
            <Group key={view.name} justify="space-between" wrap="nowrap">
              <span>{view.name}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={say('removeView', { name: view.name })}
                onClick={() => onRemove(view.name)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          <Group justify="flex-end">
            <Button type="submit" disabled={name.trim() === ''}>
              {core('save')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  )
}
