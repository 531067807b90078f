/** The list of first steps for a new company. A completed step disappears, and after the last one the list does too. */
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Summary } from '../../../sdk/types.ts'
import { IconArrowRight, IconImport, IconPencil, IconUpload } from '../../components/icons.ts'
import { useInvitations, useMembers, useTokens } from '../../data/acts.ts'
import { type May, useMay } from '../../data/session.ts'
import { useWords, type Word } from '../../words/words.ts'
import classes from './overview.module.css'
import { Title } from './to-do.tsx'

interface FirstStepsProps {
  readonly summary: Summary
  /** Whether the company has no products and never had stock. */
  readonly isEmpty: boolean
}

export function FirstSteps({ summary, isEmpty }: FirstStepsProps) {
  const say = useWords('overview')
  const may = useMay()
  const isOwner = may('owner')
  return (
    <>
      {isEmpty && <Doors />}
      {isEmpty && !may('managers') && <Text c="dimmed">{say('waiting')}</Text>}
      {isOwner ? <OwnersSteps summary={summary} /> : <Steps summary={summary} hasTeam />}
    </>
  )
}

interface Door {
  readonly name: 'import' | 'table' | 'hand'
  readonly may: May
  readonly to: string
  readonly icon: ComponentType<{ readonly size?: number; readonly 'aria-hidden'?: boolean }>
}

const DOORS: readonly Door[] = [
  { name: 'import', may: 'owner', to: '/settings/import', icon: IconImport },
  { name: 'table', may: 'managers', to: '/tables', icon: IconUpload },
  { name: 'hand', may: 'managers', to: '/products/new', icon: IconPencil },
]

function Doors() {
  const say = useWords('overview')
  const may = useMay()
  const open = DOORS.filter((door) => may(door.may))
  if (open.length === 0) return null
  return (
    <section aria-labelledby="welcome">
      <Title id="welcome" text={say('welcome')} />
      <ul className={classes.doors}>
        {open.map(({ name, to, icon: Icon }) => (
          <li key={name} className={classes.door}>
            <Icon size={24} aria-hidden />
            <Link to={to} className={classes.doorLink}>
              {say(`door-${name}`)}
            </Link>
            <span className={classes.dim}>{say(`door-${name}Text`)}</span>
            {name === 'table' && (
              <Link to="/purchasing/files" className={classes.link}>
                {say('door-photo')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Step {
  /** The name of the step. The key of its text is `step-` followed by this name. */
  readonly name: string
  readonly isDone: keyof Summary['setUp'] | 'hasTeam'
  readonly may: May
  readonly to: string
}

/**
 * The steps without which a company cannot begin to trade. Creating warehouses and suppliers is not among them, because
 * the form for the first receipt creates them. The company's own organizations can wait.
 */
const STEPS: readonly Step[] = [
  { name: 'product', isDone: 'hasProduct', may: 'managers', to: '/products/new' },
  { name: 'receipt', isDone: 'wasStocked', may: 'storekeepers', to: '/stock/receive' },
  { name: 'order', isDone: 'hasOrder', may: 'managers', to: '/orders/new' },
  { name: 'team', isDone: 'hasTeam', may: 'owner', to: '/settings/team' },
]

/** The steps for owners. Only owners can see whether somebody was invited or a token was issued. */
function OwnersSteps({ summary }: { readonly summary: Summary }) {
  const members = useMembers()
  const invitations = useInvitations()
  const tokens = useTokens()
  const answers = [members, invitations, tokens]
  if (answers.some(({ isPending }) => isPending)) return null
  const counts = [members.data?.items.length ?? 1, invitations.data?.items.length ?? 0, tokens.data?.items.length ?? 0]
  return <Steps summary={summary} hasTeam={counts[0]! > 1 || counts[1]! > 0 || counts[2]! > 0} />
}

function Steps({ summary, hasTeam }: { readonly summary: Summary; readonly hasTeam: boolean }) {
  const say = useWords('overview')
  const may = useMay()
  const done = { ...summary.setUp, hasTeam }
  const left = STEPS.filter((step) => may(step.may) && !done[step.isDone])
  // Hide a step that this user cannot take until another role has done something else. For example, a receipt needs a
  // product first.
  const possible = left.filter(
    ({ name }) => name !== 'receipt' || (done.hasProduct && done.hasWarehouse) || may('managers'),
  )
  if (possible.length === 0) return null
  return (
    <section aria-labelledby="missing">
      <Title id="missing" text={say('missing')} />
      <ul className={classes.list}>
        {possible.map(({ name, to }) => (
          <li key={name}>
            <Link to={to} className={classes.line}>
              <span className={classes.what}>{say(`step-${name}` as Word<'overview'>)}</span>
              <IconArrowRight size={16} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
