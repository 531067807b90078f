/**
 * The place where menus and dropdowns are rendered: inside the page's landmark, because the end of the document lies
 * outside all landmarks.
 */

/** Mantine uses such an element, if present, before creating its own. */
export const PopUpPlace = () => <div data-portal="true" data-mantine-shared-portal-node="true" />
