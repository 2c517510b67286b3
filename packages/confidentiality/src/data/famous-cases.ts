/**
 * Cases that every law student knows: even without a citation, they do not refer to a client. Lower case, with `v`,
 * without periods or hyphens; a prefix of the name is enough.
 */
export const FAMOUS_CASES: readonly string[] = `
marbury v madison|united states v microsoft|mcculloch v maryland|gibbons v ogden|dred scott v sand|scott v sand|plessy v ferguson|lochner v new york
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
adarand v pena|aguilar v texas|alden v maine|alexander v sandoval|alice corp v|allen v milligan|american needle v|ake v oklahoma|amchem v windsor|alleyne v united
arizona v fulminante|arizona v united|arizona v hicks|ash v childs|atlantic marine v|barker v wingo|barnes v yahoo|beck v alabama|bell v wolfish|berger v new york
berghuis v thompkins|betts v brady|birchfield v north|bivens v six|bmw v gore|bmw of north america v|boumediene v bush|bostock v clayton|boyd v united|boyle v united
brown v allen|brown v illinois|brown v mississippi|bruen|bruton v united|brunner v new york|bullcoming v new|buck v bell|buckley v valeo|burwell v hobby
bumper v north|byrd v blue ridge|cady v dombrowski|caldwell v mississippi|california v greenwood|california v ciraolo|california v acevedo|camara v municipal
campbell v acuff|cantwell v connecticut|caperton v massey|carey v population|carroll v united|chaplinsky v new|charles river bridge|chambers v mississippi
chisholm v georgia|church of lukumi|city of boerne|city of los angeles v|clapper v amnesty|clinton v jones|clinton v new york|cohens v virginia|coker v georgia|coleman v thompson
collins v virginia|coolidge v new hampshire|counterman v colorado|cooper v aaron|coy v iowa|crist v bretz|cruzan v|cuyler v sullivan|cullen v pinholster|dartmouth college v
delaware v prouse|delaware v van arsdall|department of homeland|deshaney v|dickerson v united|diamond v chakrabarty|doyle v ohio|duncan v louisiana|dunaway v new|duren v missouri
dusky v united|ebay v mercexchange|edwards v arizona|eisenstadt v baird|elonis v united|employment division v|epic systems v|enmund v florida|evitts v lucey|estelle v gamble|everson v board
feist v rural|fernandez v california|fisher v university|flast v cohen|fletcher v peck|florida v bostick|florida v royer|florida v j l|florida v harris|ford v wainwright|franks v delaware
fuentes v shevin|fulton v city|garrity v new jersey|garner v tennessee|gertz v robert|georgia v randolph|georgia v mccollum|glossip v gross|goldberg v kelly|gonzales v raich|gonzales v carhart|gonzalez v google
google v oracle|gratz v bollinger|grutter v bollinger|graham v connor|gray v sanders|greer v united|griffin v california|griffin v illinois|grable & sons|groh v ramirez|guinn v united|gunn v minton
halbert v michigan|hamdi v rumsfeld|hamdan v rumsfeld|hammer v dagenhart|harlow v fitzgerald|harris v new york|harris v forklift|hazelwood v kuhlmeier|heart of atlanta|heck v humphrey|heien v north|hernandez v texas|herring v united
hiibel v|hirabayashi v|hobby lobby|hollingsworth v perry|holland v florida|horton v california|hudson v michigan|hustler v falwell|hurst v florida|illinois v wardlow|illinois v caballes|illinois v rodriguez|illinois v perkins|illinois v lidster|immigration and naturalization|ins v chadha|ins v cardoza|in re marvel
in re quinlan|in re baby m|in re snyder|in re primus|in re himmel|in re sealed|in re oliver|in re caremark|in re walt disney|in re ruffalo|in re marriage cases|in re r m j|irvin v dowd|j e b v alabama|jackson v virginia|janus v afscme|j d b v north|johnson v united|johnson v zerbst|johnson v mcintosh|jones v mississippi|jones v alfred
kansas v hendricks|kansas v glover|katzenbach v|kennedy v louisiana|kennedy v bremerton|kentucky v king|kirby v illinois|kimbrough v united|koon v united|kolender v lawson|lambert v california|lange v california|lassiter v department|lau v nichols|ledbetter v goodyear|lego v twomey|lee v weisman|linkletter v walker|liteky v united|lockett v ohio|lozman v|lucas v south carolina|lujan v|luther v borden
mahanoy|malloy v hogan|manson v brathwaite|martinez v ryan|maryland v king|maryland v craig|maryland v pringle|maryland v wilson|maryland v buie|massachusetts v epa|massiah v united|masterpiece cakeshop|matal v tam|mccleskey v kemp|mccoy v louisiana|mcgirt v oklahoma|mckeiver v|mcquiggin v perkins|melendez diaz v|mempa v rhay|meyer v nebraska|michigan v long|michigan v summers|michigan v sitz|michigan v tyler
mincey v arizona|minnesota v dickerson|minnesota v olson|minersville v|missouri v seibert|missouri v mcneely|mitchell v wisconsin|montejo v louisiana|moore v east|moore v harper|moran v burbine|morissette v united|morrison v olson|morrissey v brewer|muller v oregon|murray v carrier|navarette v california|neil v biggers|new jersey v t l o|new york v belton|new york v quarles|new york v united|nfib v sebelius|national federation of independent|nken v holder|nollan v california|north carolina v alford|north carolina v pearce
obergefell|ohio v robinette|oliver v united|olmstead v united|oncale v sundowner|oregon v elstad|oregon v mathiason|payne v tennessee|payton v new york|pena rodriguez v|penn central|pennekamp v|pennhurst v|pereira v sessions|niz chavez v|piper aircraft v|plyler v doe|powell v alabama|powers v ohio|printz v united|purkett v|quill v north|south dakota v wayfair|south dakota v opperman|r a v v st paul|rakas v illinois|reed v reed|reno v aclu|reynolds v sims|reynolds v united|rehaif v united|rhode island v innis|richmond newspapers v|richards v wisconsin|robinson v california|rochin v california|rodriguez v united|rompilla v beard|ross v moffitt|roth v united|roberts v jaycees|rucho v common|rumsfeld v padilla|rust v sullivan|ruan v united
san antonio v rodriguez|safeco v burr|samson v california|sandstrom v montana|santobello v new|schiavo|schlup v delo|schmerber v california|schneckloth v|scott v harris|scott v illinois|sec v jarkesy|sec v howey|sec v chenery|seminole tribe v|shaw v reno|shaffer v heitner|shelby county v|sherbert v verner|silverman v united|skinner v oklahoma|slaughter house|smith v maryland|smith v united|snyder v phelps|sony v universal|south carolina v katzenbach|spano v new york|spokeo v robins|stack v boyle|stone v powell|stovall v denno|students for fair|swann v charlotte|sweatt v painter|talley v california|teague v lane|tennessee v garner|tennessee v lane|terminiello v|texas v pennsylvania|thornburgh v|times v sullivan|tumey v ohio|transunion v ramirez
universal camera v|united mine workers v gibbs|upjohn|utah v strieff|united haulers|van buren v united|vernonia v acton|vega v tekoh|virginia v black|virginia v moore|wal mart v dukes|warden v hayden|warth v seldin|washington v glucksberg|washington v davis|watson v jones|weeks v united|welsh v wisconsin|west virginia v barnette|west virginia v epa|whren v united|wiggins v smith|williams v taylor|williams v walker thomas|wisconsin v yoder|witherspoon v illinois|wolf v colorado|wong sun v united|wyoming v houghton|yates v united|ybarra v illinois|yick wo v|zauderer v|zubulake v|zivotofsky v
people v oj simpson|people v simpson|people v cahan|people v wende|anders v california|in re kellogg|stambovsky v ackley|ghen v rich|moore v regents|armory v delamirie|hynes v new york|jacque v steenberg|fisher v bell|leonard v pepsico|liebeck v mcdonald|hustler magazine|pearson v chung|perez v mortgage|national conference of bar|pavlick v|osterlind v|krell v henry|taylor v caldwell|boomer v atlantic|ploof v putnam|vincent v lake|tameny v|foley v interactive|dynamex|dillon v legg|li v yellow cab|rowland v christian|ybarra v spangard|sindell v abbott|thing v la chusa|borello|cumis|stark v parker|in re marriage of cases|matter of lozada|matter of acosta|matter of mogharrabi|matter of castro tum|matter of kasinga|matter of a b|matter of l e a|matter of hashmi|matter of silva trevino|matter of pickering|hyde v hyde|orr v orr|palmore v sidoti|pavan v smith
`
	.trim()
	.split(/[|\n]/)
