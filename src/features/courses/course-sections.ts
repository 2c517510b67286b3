/** Sections of a course's workspace, in the order of its tabs (`CourseLayout.astro`). */
export const courseSections = [
	{ slug: 'details', label: 'Details' },
	{ slug: 'modules', label: 'Modules' },
	{ slug: 'members', label: 'Members' },
	{ slug: 'journal', label: 'Journals' },
	{ slug: 'settings', label: 'Settings' },
] as const
export type CourseSection = (typeof courseSections)[number]['slug']

export const sectionHref = (courseId: string, section: CourseSection) => `/admin/courses/${courseId}/${section}`
