/** Where menus and lists that open are drawn: within the page's landmark, in place of the end of the document, which is in none. */

/** Mantine looks for such an element before it makes one of its own. */
export const PopUpPlace = () => <div data-portal="true" data-mantine-shared-portal-node="true" />
