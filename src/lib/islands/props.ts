/** Where an island finds its props. */
export const PROPS_ATTRIBUTE = 'data-props'

// JSON has no such character: it writes it as an escape.
const PLACE = '\u0000'
const swapped = (text: string) => text.replaceAll('`', PLACE).replaceAll('"', '`').replaceAll(PLACE, '"')

/**
 * Props as an attribute holds them: JSON, in which the quotation mark and the backtick have changed places. A quotation
 * mark takes six letters in an attribute, and lists have thousands of them.
 *
 * @param props What JSON can say. A `Date`, a `Map`, a `Set` or `Infinity` arrives as something else.
 */
export const packProps = (props: object): string => swapped(JSON.stringify(props))

/** The props that `packProps` packed. */
export const unpackProps = (text: string): Record<string, unknown> => JSON.parse(swapped(text))
