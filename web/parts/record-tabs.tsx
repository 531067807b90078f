/** The tabs of a record. The page address determines which tab is open; the first tab needs no parameter there. */
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAddress } from '../data/address.ts'

interface RecordTab {
  readonly name: string
  readonly label: string
  readonly content: ReactNode
}

export function RecordTabs({ tabs }: { readonly tabs: readonly RecordTab[] }) {
  const [address, change] = useAddress()
  const first = tabs[0]!.name
  const open = tabs.find(({ name }) => name === address.tab)?.name ?? first
  return (
    <Tabs
      value={open}
      keepMounted={false}
      onChange={(next) => change({ tab: next === first || next === null ? undefined : next })}
    >
      <Tabs.List mb="md">
        {tabs.map(({ name, label }) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
