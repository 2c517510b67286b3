/** The sections of a course's workspace, in their order: its tabs, and what `CourseLayout.astro` marks as current. */
export const courseSections = [
	{ slug: 'details', label: 'Details' },
	{ slug: 'modules', label: 'Modules' },
	{ slug: 'members', label: 'Members' },
	{ slug: 'journal', label: 'Journals' },
	{ slug: 'settings', label: 'Settings' },
] as const
export type CourseSection = (typeof courseSections)[number]['slug']

/** The address of a section. */
export const sectionHref = (courseId: string, section: CourseSection) => `/admin/courses/${courseId}/${section}`
