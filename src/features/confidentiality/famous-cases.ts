/**
 * Cases that every law student knows, so that nobody's client is meant when one is named without its reporter. In
 * lower case, with `v` and without full stops; the beginning is enough.
 */
export const FAMOUS_CASES: readonly string[] = `
marbury v madison|mcculloch v maryland|gibbons v ogden|dred scott v sand|scott v sand|plessy v ferguson|lochner v new york
schenck v united|gitlow v new york|near v minnesota|palko v connecticut|erie v tompkins|erie railroad v tompkins|erie r co v tompkins
west coast hotel|wickard v filburn|korematsu v united|youngstown|brown v board|mapp v ohio|baker v carr|engel v vitale
gideon v wainwright|argersinger v hamlin|new york times v sullivan|escobedo v illinois|griswold v connecticut|miranda v arizona
loving v virginia|katz v united|terry v ohio|tinker v des moines|brandenburg v ohio|chimel v california|in re gault|in re winship
lemon v kurtzman|cohen v california|roe v wade|furman v georgia|gregg v georgia|miller v california|united states v nixon
craig v boren|regents v bakke|batson v kentucky|strickland v washington|brady v maryland|giglio v united|jencks v united
faretta v california|texas v johnson|crawford v washington|davis v washington|apprendi v new jersey|blakely v washington
united states v booker|padilla v kentucky|lafler v cooper|missouri v frye|riley v california|carpenter v united
united states v jones|united states v leon|kyllo v united|florida v jardines|illinois v gates|arizona v gant|maryland v shatzer
daubert v merrell|frye v united|kumho tire|general electric v joiner|celotex v catrett|anderson v liberty|matsushita v zenith
bell atlantic v twombly|ashcroft v iqbal|international shoe v|pennoyer v neff|world wide volkswagen v|asahi v superior|burger king v
hanna v plumer|hickman v taylor|upjohn v united|upjohn co v united|mathews v eldridge|goldberg v kelly|chevron v|loper bright
district of columbia v heller|mcdonald v chicago|new york state rifle|citizens united v|obergefell v hodges|lawrence v texas
bowers v hardwick|united states v windsor|dobbs v jackson|planned parenthood v casey|miller v alabama|montgomery v louisiana
graham v florida|roper v simmons|atkins v virginia|ring v arizona|ramos v louisiana|gamble v united|bates v state bar|goldfarb v virginia
turner v rogers|troxel v granville|stanley v illinois|santosky v kramer|boddie v connecticut|shelley v kraemer|kelo v new london
kelo v city|euclid v ambler|village of euclid|palsgraf v long island|pierson v post|hadley v baxendale|hawkins v mcgee|carlill v
rylands v fletcher|donoghue v stevenson|wood v lucy|lucy v zehmer|hamer v sidway|raffles v wichelhaus|jacob & youngs v kent
sherwood v walker|tarasoff v regents|macpherson v buick|escola v coca|summers v tice|vosburg v putney|byrne v boadle
united states v carroll towing|javins v first national|keeble v hickeringill|popov v hayashi|regina v dudley|r v dudley
queen v dudley|people v goetz|marvin v marvin|bush v gore|nix v whiteside|meritor v vinson|griggs v duke|mcdonnell douglas v
burlington v ellerth|faragher v boca|monell v|owens v okure|younger v harris|ex parte young|martin v hunter|swift v tyson
kramer v kramer|jarndyce v jarndyce
`
	.trim()
	.split(/[|\n]/)
