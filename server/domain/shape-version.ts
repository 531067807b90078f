/**
 * The version of the shape of all stored data. It grows by one whenever the shape changes: a field is renamed, removed
 * or given another type, or the encoding changes. Data without a version has version 1. A stored record has the version
 * in which its kind last changed (domain/upcasters.ts). A row of the command log has the version of the service that
 * wrote the row.
 *
 * Version 1 lasted until some time after release 0.1.0: the log contains records in kopecks and thousandths. Version 2:
 * the log contains records in the form in which their tables store them; settings always have a time zone. Version 3:
 * the lines of orders have ids. Version 4: payments contain the orders that they are for, and orders contain the
 * amounts paid. Version 5: orders and their lines contain the shipped quantities. Version 6: payments contain the
 * customer return that they refund, and orders contain the returned quantities. Version 7: orders may wait for goods,
 * and stock rows contain the quantity for which orders wait; records may have the number and the date of their paper
 * document.
 */
export const SHAPE_VERSION = 7
