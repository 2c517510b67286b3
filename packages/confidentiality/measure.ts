import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { FINDING_TYPES } from './src/detect.ts'
import { measureFalseAlarms, measureHits, rate, readPosts } from './tests/marked-posts.ts'

// npm run confidentiality:measure -- with.txt without.txt [--misses] [--alarms]
//
// Measures recall and false alarms of the confidentiality reminder on two UTF-8 files of invented posts:
//
//   with.txt      one post per line; every span that could identify a client is marked with its kind:
//                 Call her at [[phone|(602) 555-0143]], she is the [[name|Ms. Oduya]] in [[docket|24-cv-00123]].
//                 Kinds: docket, caption, phone, email, ssn (also ITIN, and a person's EIN), dob, address, name, id
//                 (driver's license, passport, bank account, plate, VIN). Findings outside marks are not counted.
//   without.txt   one harmless post per line, without marks; any finding is a false alarm.
//
// A span counts as found when a finding of its kind overlaps it. --misses prints missed spans; --alarms prints
// findings in harmless posts. Without these flags no post is printed, so the author of the rules can measure a test
// set without seeing it.

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { misses: { type: 'boolean', default: false }, alarms: { type: 'boolean', default: false } },
})
const [withFile, withoutFile] = positionals
if (!withFile || !withoutFile || positionals.length > 2) {
	console.error('Usage: npm run confidentiality:measure -- with.txt without.txt [--misses] [--alarms]')
	process.exit(2)
}

const hits = measureHits(readPosts(resolve(withFile)))
const harmless = readPosts(resolve(withoutFile))
const alarms = measureFalseAlarms(harmless)

const row = (name: string, count: readonly [number, number]) =>
	console.log(`${name.padEnd(8)} ${`${count[0]}/${count[1]}`.padStart(9)}  ${rate(count).toFixed(3)}`)
for (const type of FINDING_TYPES) row(type, hits.counts.get(type) ?? [0, 0])
row('all', hits.total)
console.log(`false alarms: ${alarms.length} of ${harmless.length} harmless posts`)
const byKind = FINDING_TYPES.map((type) => {
	const posts = alarms.filter(({ findings }) => findings.some((one) => one.type === type)).length
	return posts > 0 ? `${type} ${posts}` : ''
}).filter(Boolean)
if (byKind.length > 0) console.log(`  by kind: ${byKind.join(', ')}`)

if (values.misses) for (const { type, place, post } of hits.missed) console.log(`missed ${type}: ${place}\n    ${post}`)
if (values.alarms)
	for (const { post, findings } of alarms)
		console.log(`alarm ${findings.map(({ type, text }) => `${type}: ${text}`).join('; ')}\n    ${post}`)
