import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { searchableSessions } from '#src/features/coaching/server/searchable-sessions.ts'
import { searchableCourses } from '#src/features/courses/server/searchable-courses.ts'
import { readMediaText } from '#src/features/media/server/read-text.ts'
import { searchableModules } from '#src/features/modules/server/searchable-modules.ts'
import { searchableEpisodes } from '#src/features/podcast/server/searchable-episodes.ts'
import { searchableAnswers, searchableQuestions } from '#src/features/questions/server/searchable-posts.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { isMediaPath } from '#src/lib/site/links.ts'
import type { SearchSources } from '#src/platform/search/search-source.ts'
import { projectRoot } from '../build/paths.ts'

const publicFolder = join(projectRoot, 'public') + sep

async function readCaptions(path: string): Promise<string | undefined> {
	if (isMediaPath(path)) return readMediaText(path)
	const file = join(publicFolder, path)
	return file.startsWith(publicFolder) ? readFile(file, 'utf8').catch(() => undefined) : undefined
}

const modules = searchableModules(readCaptions)

/** All searchable kinds. A new kind is a line here, plus triggers that track its changes. */
export const searchSources = (): SearchSources => ({
	parts: [
		// Episodes have pages only while the podcast is on.
		...(hasFeature('podcast') ? [searchableEpisodes] : []),
		searchableCourses,
		modules,
		searchableSessions,
	],
	posts: [searchableQuestions, searchableAnswers],
})
