/**
 * The sections of the app, in the order of the navigation rail. A section that is not in this list is not shown
 * anywhere.
 */
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
  /** The key of the section's name in the texts of the part `core`. */
  readonly word: Word<'core'>
  readonly path: string
  /** The letter of the keyboard shortcut that opens the section. The shortcut is `g`, followed by this letter. */
  readonly letter: string
  readonly icon: ComponentType<{ readonly size?: number; readonly 'aria-hidden'?: boolean }>
  readonly may: May
  /** The id of the route that contains the section's lists, if their addresses do not begin with the section's path. */
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

/** Pages that are not sections. The command palette lists all of them; the user menu lists those with `isInMenu`. */
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

/** The address of the app's start page. */
export const HOME = '/overview'
