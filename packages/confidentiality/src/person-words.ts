import { AMBIGUOUS_GIVEN_NAMES, AMBIGUOUS_SURNAMES } from './data/ambiguous-names.ts'
import { GIVEN_NAMES } from './data/given-names.ts'
import { SURNAMES } from './data/surnames.ts'

/** Lowercases a word and strips accents, to match the lists: Efraín becomes efrain. */
const bare = (word: string) =>
	/[^\0-\x7f]/.test(word) ? word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '') : word.toLowerCase()
const parts = (word: string) => bare(word).split('-')

/**
 * Endings that are typical of surnames and rare in other capitalized words: Wojciechowski, Petrosyan, Castellanoz.
 */
const SURNAME_ENDING =
	/^\p{L}{2,}(?:[cs]zyk|[oe]wski|[oe]wska|i[cn]ski|i[cn]ska|owicz|iewicz|ovic|evic|ović|ashvili|adze|yan|ian|enko|chuk|czuk|qvist|quist|gren|strom|sson|dottir|stein|baum|berger|mann|hauser|meier|meyer|hofer|escu|opoulos|akis|oglu|ellini|etti|elli|ucci|acci|ietti|asso|guez|nguez|ndez|ínez|nez|rez|quez|varez|iguez|wala|jee|deep|murthy|swamy|nathan|oyin|chukwu|wicz)$/u
const SURNAME_BEGINNING = /^(?:mac|mc|o'|fitz|st\.?\s)\p{L}{4,}/u

/** Returns whether a word is a given name and rarely anything else. */
export const isGivenName = (word: string): boolean =>
	parts(word).every((part) => GIVEN_NAMES.has(part)) && !AMBIGUOUS_GIVEN_NAMES.has(bare(word))
/** Returns whether a word is a given name, even if it is also another word. */
export const canBeGivenName = (word: string): boolean =>
	isGivenName(word) || parts(word).every((part) => GIVEN_NAMES.has(part) || AMBIGUOUS_GIVEN_NAMES.has(part))
/** Returns whether a word is a surname and rarely anything else. */
export const isSurname = (word: string): boolean =>
	parts(word).some((part) => SURNAMES.has(part)) && !AMBIGUOUS_SURNAMES.has(bare(word))
/** Returns whether a word is a surname, even if it is also another word. */
export const canBeSurname = (word: string): boolean =>
	parts(word).some((part) => SURNAMES.has(part) || AMBIGUOUS_SURNAMES.has(part))
/** Returns whether a word has the form of a surname, even if it is on no list. */
export const looksLikeSurname = (word: string): boolean =>
	canBeSurname(word) || parts(word).some((part) => SURNAME_BEGINNING.test(part) || SURNAME_ENDING.test(part))
