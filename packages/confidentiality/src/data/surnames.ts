// Common surnames in the United States, in lower case. Source: public counts of the Census Bureau.

/** Surnames that are rarely another word. */
export const SURNAMES: ReadonlySet<string> = new Set(
	`smith johnson williams jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson thomas taylor moore jackson martin
perez thompson harris sanchez clark ramirez lewis robinson walker allen wright scott torres nguyen hill flores adams nelson
baker rivera campbell mitchell carter roberts gomez phillips evans turner diaz parker cruz edwards collins reyes stewart morris morales murphy cook rogers
gutierrez ortiz morgan cooper peterson bailey reed kelly howard ramos kim cox ward richardson watson brooks chavez wood james bennett gray mendoza ruiz
hughes price alvarez castillo sanders patel myers long ross foster jimenez powell jenkins perry russell sullivan bell coleman butler henderson barnes
gonzales fisher vasquez simmons romero jordan patterson alexander hamilton graham reynolds griffin wallace moreno west cole hayes bryant herrera gibson
ellis tran medina aguilar stevens murray ford castro marshall owens harrison fernandez mcdonald woods washington kennedy wells vargas henry chen freeman
webb tucker guzman burns crawford olson simpson porter hunter gordon mendez silva shaw snyder mason dixon munoz hunt hicks holmes palmer wagner black
robertson boyd rose stone salazar fox warren mills meyer rice schmidt garza daniels ferguson nichols stephens soto weaver ryan gardner payne grant dunn
kelley spencer hawkins arnold pierce vazquez hansen peters santos hart bradley knight elliott cunningham duncan armstrong hudson carroll lane riley andrews
alvarado ray delgado berry perkins hoffman johnston matthews pena richards contreras willis carpenter lawrence sandoval guerrero george chapman rios
estrada ortega watkins greene nunez wheeler valdez harper burke larson santiago maldonado morrison franklin carlson austin dominguez carr lawson jacobs
obrien lynch singh vega bishop montgomery oliver jensen harvey williamson gilbert dean sims espinoza howell li wong reid hanson le mccoy garrett burton
fuller wang weber welch rojas lucas marquez fields park yang little banks padilla day walsh bowman schultz luna fowler mejia davidson acosta brewer may
holland juarez newman pearson curtis cortez douglas schneider joseph barrett navarro figueroa keller avila wade molina stanley hopkins campos barnett bates
chambers caldwell beck lambert miranda byrd craig ayala lowe frazier powers neal leonard gregory carrillo sutton fleming rhodes shelton schwartz norris
jennings rodgers duran quinn mccarthy ochoa wolfe guerra mendes hoover hampton briggs mcdaniel hale trujillo zimmerman bauer beltran ibarra pacheco cardenas
zamora velasquez serrano solis cervantes mcguire mckinney orozco stokes moran barajas villarreal salinas rosales gallegos cantu robles esparza villanueva
galvan macias velazquez lozano cabrera santana espinosa hinojosa escobar valencia leon suarez fuentes cisneros benitez calderon rangel
okafor okonkwo adeyemi adebayo oyelaran abara achebe nwosu nkemelu eze balogun mensah owusu boateng asante diallo traore kamara conteh bah sow ndiaye
patel sharma gupta kumar khan singh reddy rao iyer nair mehta desai joshi kapoor chopra malhotra banerjee mukherjee chatterjee agarwal verma raghunathan
zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo lin luo zheng liang chang chan cheng lam leung chow tang yu fung kwan kwok ng
tran pham hoang phan vu vo dang bui do ho ngo duong ly trinh truong dinh mai luong choi jung kang cho yoon jang lim han oh seo shin kwon hwang song yoo
tanaka suzuki sato watanabe ito yamamoto nakamura kobayashi kato yoshida yamada sasaki kimura santos reyes cruz bautista ocampo garcia delacruz
mendoza villanueva aquino castillo abdi abdullah abdelrahman ahmed ali hassan hussein ibrahim mohamed mohammed mahmoud rahman saleh khalil haddad
nasser mansour aziz hakim hamdan kovac kowalski nowak wisniewski lewandowski kaminski zielinski novak horvat ivanov petrov smirnov popov sokolov volkov
kozlov shevchenko kovalenko bondarenko melnyk petrenko papadopoulos economou rossi russo ferrari esposito bianchi romano colombo ricci marino greco
bruno gallo conti deluca moretti lombardi barbieri fontana santoro mancini schmitt muller schafer koch richter klein wolf schroder neumann braun
zimmermann hofmann hartmann lange krause lehmann kohler dubois lefebvre moreau girard bonnet fontaine rousseau gagnon tremblay bouchard pelletier hebert
landry leblanc thibodeaux boudreaux broussard guidry arceneaux olsen andersen petersen sorensen rasmussen nilsson johansson lindqvist lindstrom lundgren
eriksson karlsson berg haugen obrien oconnor oneill osullivan oleary odonnell mckenzie mackenzie mclean mcintyre mccormick mcclure mckee mckay
mcmillan mcpherson mcbride mccall mccann mcconnell mcdowell mcfarland mcgrath mcgee mcintosh mckenna mclaughlin mcmahon mcnamara mcneil fitzgerald
fitzpatrick gallagher doherty kearney delaney donovan brennan callahan cassidy connolly conway cullen daly dempsey dolan doyle duffy dwyer fallon finnegan
flanagan flynn foley gilmore hagan hanrahan healy hennessy higgins hogan kavanagh keane keegan kinney lanigan madigan maguire maher malloy malone maloney
meehan molloy monahan mooney moriarty mulligan nolan noonan oakley quigley rafferty regan reilly riordan rooney shea sheehan sheridan slattery sweeney tierney
whelan abbott abernathy acevedo adkins aguirre albright aldridge allison alston anaya ames arias arellano armijo arroyo askew atkins atkinson avery
ayers bagwell baird baldwin ballard barber barker barlow barr barrera barron bartlett barton bass baxter beard beasley becker benjamin benson berger bernal
bernard best bird blackburn blackwell blair blake blanchard blankenship blevins bolton bond bonilla bonner booker boone booth bowen bowers boyer boyle bradford
bradshaw brady branch brandt bravo brock browning bruce bryan buchanan buck buckley bullock burgess burks burnett bush cain calhoun camacho cameron
cannon cantrell carey carney carson carver casey cash castaneda chaney charles chase cherry childs christensen christian church clarke clay clayton clements
cline cobb cochran coffey cohen colon combs compton conley conner conrad cooke copeland cordova corrigan costa cote craft cummings currie dalton daugherty
davenport davila dawson decker deleon dennis dickerson dickson dillard dillon dodson dorsey dotson downs drake dudley duke dunlap durham dyer eaton ellison
elmore emerson english erickson espino farley farmer farrell faulkner finch finley fischer fitch flowers floyd foreman forbes fontenot foster francis franco
frank frederick french frost fry frye fulton gaines gamble garner garrison gates gentry gibbs giles gill gillespie glass glenn glover golden goff good
goodman goodwin graves greer griffith grimes gross guthrie hahn haley hammond hancock haney hanna hardin harding hardy harmon harrell harrington hartman
hatfield hawthorne hayden haynes heath hebert hendricks hendrix henson herman herring hess hester hickman hobbs hodge hodges holcomb holden holder holloway
holman holt hood hooper horn horne horton house houston howe hubbard huber huff huffman humphrey hurley hurst hutchinson ingram irwin jarvis jefferson
jewell johns juarez kane keith kemp kent kerr kessler key kidd king kirby kirk kirkland klein kline knox kramer lamb lancaster landry langley lara larsen
law leach leblanc levine levy lindsey livingston lloyd logan london love lowery lucero lynn lyons mack madden maddox mann manning marks marsh massey mathews
mathis maxwell mayer maynard mays mcclain mcdowell mcknight mclean meadows melendez melton mercado mercer merrill merritt meyers michael middleton miles
monroe montoya moody moon morrow morse morton moses mosley moss moyer mueller mullen mullins nash nava newton nixon noble noel nolan norman norton
ochoa odom orr osborn osborne owen pace page palacios parks parrish parsons patrick patton paul peck pennington perkins pettway phelps pitts pollard poole
pope potter potts pratt preston proctor pruitt pugh quintero ramsey randall randolph rasmussen ray reese reeves renteria rich richmond riggs
rivas rivers roach robbins robertson robles rocha rodriquez rollins roman rosario rosas rosenberg roth rowe rowland rubio rush rutledge
salas salgado sampson sawyer schaefer schroeder sellers sexton shaffer shannon sharp shelby shepard shepherd sherman shields short sierra simon singleton
skinner sloan small snow solomon spears stafford stanton stark steele stein stephenson stevenson stout strickland strong stuart summers swanson sweet
tanner tate terrell terry thornton tillman townsend travis trevino tuttle tyler underhill underwood valdes valentine valenzuela vance vang vaughan vaughn
velez villa villegas villalobos vincent vinson wagoner wall waller walter walters walton ware warner waters watts weaver webster weeks weiss wells whitaker
whitehead whitfield whitlock whitley wiggins wilcox wilder wiley wilkerson wilkins wilkinson willard winters wise witt wolf woodard woodward wooten wu wyatt
yates york young yu zapata zavala zuniga brown white green hall king lee scott adams nelson baker`.split(/\s+/),
)

/** Surnames that are also common words: weak evidence in lower case or alone. */
export const AMBIGUOUS_SURNAMES: ReadonlySet<string> = new Set(
	`park parks day may long price wood woods stone rose fields little banks west ford black white green brown gray young king house law love small short strong
good best best's snow frost rich rush church branch bond case cash chase cherry page pace hunt hunter fisher farmer cook baker butler bishop marshall mason
miller porter carpenter gardner ward wise bird fox lane hill hall marsh moss brooks rivers waters wells holder key knight lamb london golden glass gross
english french german christian noble moon moody power powers pope price sharp shields sellers sweet summers winters singleton walker wall do so an he the to
sun ma ho oh song han lim song park cho le ly mai bass beard berry buck bush cannon clay combs craft day drake duke frank gates graves hardy horn horne house
jewell judge hood hope mack mann manning mills miles mercer moses nash newton parish paul pitts poole potter potts ray reed reid rice roach roman
sand silva stark steel stout tanner tyler valentine wade ware watts weeks washington jefferson jackson lincoln houston austin dallas virginia georgia york
kent richmond richardson chambers justice counsel court coffey conway bar brewer bell bowers burns daily dean deal dale fields finch flowers foreman
freeman gamble gill grimes hale harding hart heath hess hicks james john king's knox leach little lyons page`.split(
		/\s+/,
	),
)
