/** The sections of the rail, in its order. A section that is not here is nowhere shown: it gets its line when it is there. */
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
  /** Its name in the texts of `core`. */
  readonly word: Word<'core'>
  readonly path: string
  /** `g` and this key go there. */
  readonly letter: string
  readonly icon: ComponentType<{ readonly size?: number; readonly 'aria-hidden'?: boolean }>
  readonly may: May
  /** The route of its lists, where their addresses do not begin with its own. */
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

/** Pages that are no section: the palette goes there, and the user's menu where `isInMenu`. */
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

/** Where the app begins. */
export const HOME = '/overview'
