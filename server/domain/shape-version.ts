/**
 * The version of all that is stored. It grows by one when anything that is stored changes its shape: a field renamed, removed or of
 * another type, another encoding. What carries no version is of version 1. A stored record carries the version in which its kind last
 * changed (domain/upcasters.ts), a row of the command log the version of the service that wrote it.
 *
 * 1: up to 0.1.0 and what followed it; the log has records in kopecks and thousandths.
 * 2: the log has records as their tables keep them; settings always have a time zone.
 * 3: lines of orders have ids.
 */
export const SHAPE_VERSION = 3
