/** The sections of the navigation rail in order. A section missing from this table is not shown anywhere. */
import type { ComponentType } from 'react'
import {
  IconBox,
  IconChart,
  IconHome,
  IconSettings,
  IconShoppingCart,
  IconTruck,
  IconUsers,
  IconWarehouse,
} from '../components/icons.ts'
import type { May } from '../data/session.ts'
import type { Word } from '../words/words.ts'

export interface Section {
  /** The section's message key in the `core` words. */
  readonly word: Word<'core'>
  readonly path: string
  /** The shortcut: `g`, then this letter. */
  readonly letter: string
  readonly icon: ComponentType<{ readonly size?: number; readonly 'aria-hidden'?: boolean }>
  readonly may: May
  /** The route of the section's lists, if their addresses do not begin with the section's path. */
  readonly within?: string
}

export const SECTIONS: readonly Section[] = [
  { word: 'overview', path: '/overview', letter: 'h', icon: IconHome, may: 'everyone' },
  { word: 'orders', path: '/orders', letter: 'o', icon: IconShoppingCart, may: 'everyone' },
  { word: 'products', path: '/products', letter: 'p', icon: IconBox, may: 'everyone' },
  { word: 'stock', path: '/stock', letter: 'w', icon: IconWarehouse, may: 'everyone' },
  { word: 'purchasing', path: '/purchasing', letter: 'u', icon: IconTruck, may: 'everyone' },
  { word: 'partners', path: '/partners', letter: 'c', icon: IconUsers, may: 'everyone', within: '/shell/parties' },
  { word: 'reports', path: '/reports', letter: 'r', icon: IconChart, may: 'everyone' },
  { word: 'settings', path: '/settings', letter: 's', icon: IconSettings, may: 'everyone' },
]

/** Pages that are not sections: the command palette lists them, and the user menu those with `isInMenu`. */
export interface OtherPage {
  readonly word: Word<'core'>
  readonly path: string
  readonly may: May
  readonly isInMenu?: boolean
}

export const OTHER_PAGES: readonly OtherPage[] = [
  { word: 'floorMode', path: '/floor', may: 'everyone', isInMenu: true },
  { word: 'uploadTable', path: '/tables', may: 'storekeepers' },
]

/** The start page of the app. */
export const HOME = '/overview'
