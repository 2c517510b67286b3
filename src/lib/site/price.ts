const AMOUNT = String.raw`(?:[$€£¥]\s?\d[\d.,]*\d|[$€£¥]\s?\d|\d[\d.,]*\s?(?:USD|EUR|GBP|CAD|AUD|dollars|euros))`
const PERIOD = String.raw`(?:\s?\/\s?|\s+(?:a|an|per|each|every)\s+)(?:month|year|quarter|week)`
const PRICE = new RegExp(`${AMOUNT}(?:${PERIOD})?`, 'i')

/** Returns the first price in the owner's text, such as `$49 a month`; undefined if there is none. */
export const priceIn = (text: string): string | undefined => PRICE.exec(text)?.[0]
