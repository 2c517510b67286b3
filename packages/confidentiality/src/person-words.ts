import { AMBIGUOUS_GIVEN_NAMES, GIVEN_NAMES } from './data/given-names.ts'
import { MORE_AMBIGUOUS_GIVEN_NAMES, MORE_GIVEN_NAMES } from './data/more-given-names.ts'
import { MORE_AMBIGUOUS_SURNAMES, MORE_SURNAMES } from './data/more-surnames.ts'
import { AMBIGUOUS_RARE_NAMES, RARE_GIVEN_NAMES } from './data/rare-given-names.ts'
import { AMBIGUOUS_SURNAMES, SURNAMES } from './data/surnames.ts'

const FREQUENT = new Set([...GIVEN_NAMES, ...MORE_GIVEN_NAMES])
const GIVEN = new Set([...FREQUENT, ...RARE_GIVEN_NAMES])
const AMBIGUOUS_GIVEN = new Set([
	...AMBIGUOUS_GIVEN_NAMES,
	...MORE_AMBIGUOUS_GIVEN_NAMES,
	// A name that the other lists know as nothing but a name stays one.
	...AMBIGUOUS_RARE_NAMES.filter((name) => !FREQUENT.has(name)),
])
const FAMILY = new Set([...SURNAMES, ...MORE_SURNAMES])
const AMBIGUOUS_FAMILY = new Set([...AMBIGUOUS_SURNAMES, ...MORE_AMBIGUOUS_SURNAMES])

/** The lists hold no accents: Efraín is efrain there. */
const bare = (word: string) =>
	/[^\0-\x7f]/.test(word) ? word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '') : word.toLowerCase()
const parts = (word: string) => bare(word).split('-')

/** Endings that surnames have and hardly any other word with a capital: Wojciechowski, Petrosyan, Castellanoz. */
const SURNAME_ENDING =
	/^\p{L}{2,}(?:[cs]zyk|[oe]wski|[oe]wska|i[cn]ski|i[cn]ska|owicz|iewicz|ovic|evic|ović|ashvili|adze|yan|ian|enko|chuk|czuk|qvist|quist|gren|strom|sson|dottir|stein|baum|berger|mann|hauser|meier|meyer|hofer|escu|opoulos|akis|oglu|ellini|etti|elli|ucci|acci|ietti|asso|guez|nguez|ndez|ínez|nez|rez|quez|varez|iguez|wala|jee|deep|murthy|swamy|nathan|oyin|chukwu|wicz)$/u
const SURNAME_BEGINNING = /^(?:mac|mc|o'|fitz|st\.?\s)\p{L}{4,}/u

/** A given name that is hardly ever another word. */
export const isGivenName = (word: string): boolean =>
	parts(word).every((part) => GIVEN.has(part)) && !AMBIGUOUS_GIVEN.has(bare(word))
/** A given name, though it may be another word as well. */
export const canBeGivenName = (word: string): boolean =>
	isGivenName(word) || parts(word).every((part) => GIVEN.has(part) || AMBIGUOUS_GIVEN.has(part))
/** A surname that is hardly ever another word. */
export const isSurname = (word: string): boolean =>
	parts(word).some((part) => FAMILY.has(part)) && !AMBIGUOUS_FAMILY.has(bare(word))
/** A surname, though it may be another word as well. */
export const canBeSurname = (word: string): boolean =>
	parts(word).some((part) => FAMILY.has(part) || AMBIGUOUS_FAMILY.has(part))
/** A word that has the form of a surname, though no list has it. */
export const looksLikeSurname = (word: string): boolean =>
	canBeSurname(word) || parts(word).some((part) => SURNAME_BEGINNING.test(part) || SURNAME_ENDING.test(part))
