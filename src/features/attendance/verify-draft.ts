/** Returns the key of the draft on `/verify`. A link to a certificate must show its number, not an older draft. */
export const verifyDraft = (number: string) => (number === '' ? 'verify' : `verify:${number}`)
