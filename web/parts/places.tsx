/** Several lists under one roof: a line of links says which there are, and at which one is. */
import { Link, Outlet, useLocation } from '@tanstack/react-router'
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
  const pathname = useLocation({ select: (location) => location.pathname })
  // `/stock` is not where one is at a list below it, such as `/stock/batches`.
  const isLeft = ({ path }: Place) =>
    places.some((other) => other.path.startsWith(`${path}/`) && pathname.startsWith(other.path))
  return (
    <div className={classes.frame}>
      <nav className={classes.places} aria-label={label}>
        {places.map((one) => (
          <Link
            key={one.path}
            to={one.path}
            className={classes.place}
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
