/** Several lists under one roof: a line of links says which there are, and at which one is. */
import { Link, Outlet } from '@tanstack/react-router'
import classes from './places.module.css'

export interface Place {
  readonly path: string
  readonly label: string
}

interface PlacesProps {
  readonly label: string
  readonly places: readonly Place[]
}

/** The links, and below them what the address names. */
export function Places({ label, places }: PlacesProps) {
  return (
    <div className={classes.frame}>
      <nav className={classes.places} aria-label={label}>
        {places.map((one) => (
          <Link key={one.path} to={one.path} className={classes.place}>
            {one.label}
          </Link>
        ))}
      </nav>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  )
}
