/** The page of a section with several lists. A row of links shows all lists and marks the current one. */
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import classes from './places.module.css'

export interface Place {
  readonly path: string
  readonly label: string
  /** The prefix of further page addresses that belong to this list. */
  readonly also?: string
}

interface PlacesProps {
  readonly label: string
  readonly places: readonly Place[]
}

/** Shows the row of links, and below it the list that the page address selects. */
export function Places({ label, places }: PlacesProps) {
  const pathname = useLocation({ select: (location) => location.pathname })
  // At `/stock/batches` the link to `/stock` must not be marked as current, although the address begins with it.
  const isLeft = ({ path }: Place) =>
    places.some((other) => other.path.startsWith(`${path}/`) && pathname.startsWith(other.path))
  const isAlso = ({ also }: Place) => also !== undefined && pathname.startsWith(also)
  return (
    <div className={classes.frame}>
      <nav className={classes.places} aria-label={label}>
        {places.map((one) => (
          <Link
            key={one.path}
            to={one.path}
            className={`${classes.place} ${isAlso(one) ? 'active' : ''}`}
            {...(isAlso(one) && { 'aria-current': 'page' })}
            activeOptions={{ exact: isLeft(one) }}
            data-label={one.label}
          >
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
