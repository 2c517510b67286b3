/** Returns the key of the draft on `/verify`: a link to a certificate shows its number, not what was typed before. */
export const verifyDraft = (number: string) => (number === '' ? 'verify' : `verify:${number}`)
