/** Attribute with an island's props. */
export const PROPS_ATTRIBUTE = 'data-props'

// This character never occurs in JSON, which escapes it.
const PLACE = '\u0000'
const swapped = (text: string) => text.replaceAll('`', PLACE).replaceAll('"', '`').replaceAll(PLACE, '"')

/**
 * Packs props for an attribute: JSON with quotation marks and backticks swapped. A quotation mark takes six
 * characters in an attribute, and lists have thousands.
 *
 * @param props JSON values only. A `Date`, `Map`, `Set` or `Infinity` does not survive.
 */
export const packProps = (props: object): string => swapped(JSON.stringify(props))

/** Unpacks props from `packProps`. */
export const unpackProps = (text: string): Record<string, unknown> => JSON.parse(swapped(text))
