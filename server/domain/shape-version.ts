/**
 * The version of everything that is stored. It grows by one whenever stored data changes its shape:
 * a field is renamed, removed or given another type, or the encoding changes. Data without a
 * version is of version 1. A stored record has the version in which its kind last changed
 * (domain/upcasters.ts); a row of the command log has the version of the service that wrote it.
 *
 * Version 1 lasted until some time after release 0.1.0: the log has records in kopecks and
 * thousandths. Version 2: the log has records as their tables store them; settings always have a
 * time zone. Version 3: lines of orders have ids. Version 4: payments say which orders they are for,
 * and orders what they were paid. Version 5: orders and their lines say how much was shipped. Version 6: payments say
 * which customer return they refund, and orders what was returned. Version 7: orders may wait for goods, and stock rows
 * say how much is waited for; records may have the number and the date on their paper.
 */
export const SHAPE_VERSION = 7
