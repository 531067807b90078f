/**
 * The element in which menus and dropdowns are rendered. It is inside the page's main landmark, because the end of the
 * document, where Mantine would put them, is outside all landmarks.
 */

/**
 * The portal element for Mantine. If an element with these attributes exists, Mantine uses it instead of creating one.
 */
export const PopUpPlace = () => <div data-portal="true" data-mantine-shared-portal-node="true" />
