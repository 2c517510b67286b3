/** Surnames in the United States, in lower case. Source: public counts of the Census Bureau. */
export const SURNAMES: ReadonlySet<string> = new Set(
	`aaron abara abbott abdelrahman abdi abdullah abel abernathy abraham abrams acevedo achebe acker ackerman acosta acuna adair adame adams adamson adcock
addison adebayo adeyemi adkins adler agarwal agnew aguayo aguiar aguilar aguirre ahern ahmed aiken ainsworth akers akin alaniz alarcon albers albert albrecht
albright alcala alcantar alder aldrich aldridge alexander alfaro alford alger ali allard allen allgood allison allred almanza almaraz almeida almonte alonso
alonzo alston altamirano altman alvarado alvarenga alvarez alves amador amaro amato ambrose ames amos anaya anders andersen anderson andino andrade andre
andres andrews angelo anthony aponte applegate appleton aquino aragon aranda araujo arce arceneaux archer archibald archuleta arellano arevalo argueta arias
armas armenta armijo armstrong arndt arnold arreola arriaga arrington arroyo arteaga arthur artis asante ash ashby ashcraft ashe asher ashford ashley ashton
ashworth askew atchison atkins atkinson atwell atwood aubrey audet ault austin avalos avery avila aviles awad ayala aycock ayer ayers ayon aziz babb babcock
baca bachman backus bader badillo baez baggett bagley bagwell bah bailey bain bains baird bajwa baker baldwin ballard ballesteros balogun baltazar banda
bandy banerjee banister banks bankston bannister barajas barber barbieri barbosa barbour barclay barden barfield barger barker barkley barksdale barlow
barnard barnes barnett barnette barney barnhart barone barr barragan barraza barrera barreto barrett barrientos barrios barron barry bartels barth
bartholomew bartlett bartley barton barwick basham baskin bass bassett bastian batchelor bateman bates batista batson battaglia battle batts bauer baughman
baum bauman baumann baumgartner bautista baxley baxter bayer bayless beal beale beall beaman beamer beard beasley beattie beatty beauchamp beaudoin beaulieu
becerra bechtel beck becker beckett beckham beckman beckwith beebe beecham beeler beers begay behrens beil belanger belcher belk bell bellamy beller bello
belmont beltran beltz bender benedict benitez benjamin benner bennett benoit benson bentley benton berg bergen berger bergeron bergman bergstrom berman
bermudez bernal bernard berner bernier bernstein berrios berry berryman bertram bertrand best bethea bettencourt betts beverly beyer bianchi bickford biddle
bigelow biggs billings billingsley bills binder bingham bird birdsong bishop bittner bivens bixby black blackburn blackman blackmon blackshear blackwell
blackwood blaine blair blais blake blakely blalock blanchard blanco bland blankenship blanton blaylock bledsoe blevins blocker blodgett bloomfield blount
blum boateng boatwright bobo bogan boggs bohannon bohn bolden bolduc bolin boling bollinger bolton bond bondarenko bonds bonham bonilla bonner bonnet booker
boone booth boothe borden boren borges borja borrego bosch boswell botello bouchard boucher boudreau boudreaux bourgeois bourne bourque bowden bowe bowen
bowens bowers bowie bowles bowling bowman bowser boyce boyd boyer boyett boykin boyle boyles boynton bracken bradbury braddock bradford bradley bradshaw
brady bragg branch brandenburg brandon brandt branham brannon branson brant brantley brasher braswell bratton braun bravo bray breaux breedlove breen brennan
brenner brewer brewster brice bridges briggs brigham brinkley brinkman brinson briscoe brito britt britton broadnax brock brockman broderick brodie brogan
bronson brooke brooks broome broughton broussard browder brown brownell browning brownlee brubaker bruce bruner brunner bruno brunson bryan bryant bryson
buchanan buchholz buck buckingham buckley budd bueno buffington buford bui bullard bullock bumgarner bunker bunn bunting burch burchett burdette burdick
burgess burgos burk burke burkett burkhart burks burleson burnett burnette burnham burns burr burrell burris burroughs burrows burton bush bustamante bustos
butler byers bynum byrd byrne byrnes caballero cabral cabrera cady cagle cahill cain calabrese calderon caldwell calhoun callahan callaway calloway calvert
camacho camarena camarillo cambron cameron campa campbell campos canales candelaria canfield cannon cano cantrell cantu cantwell capps caraballo caraway
carden cardenas cardona cardwell carey cargill carlin carlisle carlson carlton carman carmichael carmona carney caro caron carpenter carpio carr carranza
carrasco carreon carrillo carrington carrion carroll carroway carson cartagena carter cartwright caruso carver casas casey cash casper cass cassidy castaneda
casteel castellano castellanos castelo castillo castleberry caston castro caswell catalano cates cato caudill causey cavanaugh cavazos cazares ceballos cecil
cedillo ceja centeno cerda cervantes chacon chaffin chamberlain chambers chambliss chan chaney chang chapa chapell chapin chapman chappell charles charlton
chase chastain chatman chatterjee chavarria chavez chavis cheatham chen cheney cheng cherry chester childers childress childs chin chisholm chism cho choate
choi chong chopra chow chowdhury christensen christenson christian christiansen christie christopherson christy chu church churchill cintron cisco cisneros
clancy clapp clark clarke clary clausen clawson clay claypool clayton cleary clemens clement clements clemmons clemons clifford clifton cline clough clower
coates cobb cobbs coburn cochran cockrell cody coe cofer coffey coffman cohen coker colbert colburn colby coldwell cole coleman coley collado collazo
collette colley collier collins collinsworth colombo colon colvin combs compton conaway conklin conley conlon conn connell connelly conner conners connolly
connor connors conover conrad constantine constantino conteh conti contreras contreraz conway conyers cook cooke cooley coombs coon cooney coons cooper
copeland copley coppola corbett corbin corcoran cordeiro cordell corder cordero cordova corey corley cormier cornelius cornell cornett cornwell corona
coronado corral correa correia corrigan cortes cortez cosby costa costello cota cote cothran cotter cottrell coulter courtney covarrubias covington cowan
cowart cowell cowles cox coyle coyne crabtree craft craig crain cramer crandall cranford craven crawford crawley creech creel crenshaw crespo crews crist
criswell crocker crockett cromer cromwell cronin crosby crouch crowder crowe crowell crowley crump cruse crutchfield cruz cuellar cuevas culbertson cullen
culp culpepper culver cummings cummins cundiff cunningham curley curran currie currier curry curtin curtis custer cyr dabney dagostino dahl daley dalton daly
damico damron danforth dang dangelo daniel daniels danielson dansby darby darnell darrow dasilva daugherty davenport davey david davidson davies davila davis
davison dawes dawkins dawson day dean deaton debose decker dees defazio degroot dehart dejesus delacruz delafuente delagarza delaney delano delapaz delarosa
delatorre deleon delgadillo delgado dellinger deloach delong delossantos deluca delvalle demarco dempsey denham denning dennis denny dent denton depew
derrick desai desantis desimone desmond devine devito devlin devore devries dewey dewitt dexter diallo dias diaz dickens dickerson dickey dickinson dickman
dickson diep dietrich dietz diggs dillard dillon dimarco dinh dion dipietro dix dixon dixson do dobbins dobbs dobson dockery dodd dodson doherty dolan
dominguez dominquez donahue donaldson donato donnelly donohue donovan dooley doran dorman dorris dorsey dortch dotson doty doucette dougherty doughty douglas
douglass dow dowd dowdy dowell dowling downey downs doyle dozier drake dreher driscoll drummond drury duarte dube dubois dubose duckett duckworth dudley
duenas duff duffy dufresne dugan dugas duggan duke dulaney dumas dunbar duncan dunham dunlap dunn dunnigan dunning duong dupont dupree dupuis duque duran
durand durant durbin durden durham durr dutton duval duvall dwyer dyer dykes dyson eagan earle earls easley eason eastman easton eaton ebert echols eckert
economou edgar edmonds edmondson edmunds edwards egan eggleston ehlers eisenberg elam eldridge elias elizondo elkins eller ellington elliott ellis ellison
ellsworth elmore elrod elston ely emanuel emerson emery emmons engel engle englert english ennis enos enriquez epperson epps epstein erickson eriksson erwin
escalante escamilla escobar escobedo eskridge esparza espino espinosa espinoza esposito esquivel essex estep estrada etheridge eubanks evangelista evans
everett everhart evers ewing eze ezell faber fahey fain fairbanks fairchild fairley faison falcon falk fallon fannin fanning farah faria farias farley farmer
farnsworth farr farrar farrell farris farrow faulk faulkner faust favela feeney felder feldman feliciano felix felton fenton fenwick ferguson fernandez
ferrara ferrari ferraro ferreira ferrell ferrer ferris ferro fiedler fielder fields fierro figueroa finch fincher finley finn finnegan finney fiore fischer
fisher fisk fitch fitts fitzgerald fitzhugh fitzpatrick fitzsimmons flaherty flanagan flanders flanigan flannery fleck fleischer fleming fletcher flores
florez flournoy flowers floyd fluker flynn fogarty fogle foley folk follett fong fontaine fontana fontenot foote forbes ford forde foreman forman forney
forrest forrester forsyth forsythe fortenberry fortier fortin fortner foster fournier foust fouts fowler fowlkes fox foy fraley francis franco francois frank
franke frankel franklin franks franz fraser frausto frazer frazier frederick fredericks fredrickson freedman freeman freitas french freund frey friedman
fries frink fritz frost fry frye fuchs fuentes fulcher fuller fulmer fulton fultz funderburk fung funk furman gabriel gaddis gadson gaffney gagne gagnon
gaines gaither galarza galindo gallagher gallardo gallegos gallo galloway galvan galvez gamble gamboa gamez gandy gann gannon gant garay garber garces garcia
gardiner gardner garner garnett garrett garrison garvey garvin gary garza gaskins gaston gates gatlin gauthier gavin gaytan geary gee geiger geller gentile
gentry george gerber gerlach germain getz giannini gibbes gibbons gibbs gibson gifford gilbert giles gill gillen gillespie gillette gilley gilliam gilligan
gillis gilman gilmore gilmour gipson girard giron gist givens gladden gladney glaser glasgow glass gleason glenn glover goddard godfrey godinez godoy godwin
goebel goetz goff goins goldberg golden goldman goldsmith goldstein gomes gomez gonsalves gonzales gonzalez good goode gooden goodman goodrich goodson
goodwin gordon gorham gorman goss gottlieb gould goulet grabowski grady graf graham grajeda granado granados granger grant grantham gravely graves gray
grayson greco green greenbaum greenberg greene greenfield greenlee greenwell greenwood greer gregg gregory grenier gresham grice grider grier griffin griffis
griffith griffiths griggs grimaldo grimes grimm grinnell griswold groce groff groom gross grover groves grubb grubbs gruber guajardo guardado gudino guenther
guerra guerrero guevara guidry guillen guillory guinn gulley gunderson gunn gunter guo gupta guthrie gutierrez guyton guzman haas haase hackett hackney
haddad hadden haddix hadley hagan hager haggard haggerty hahn haines hairston hakim halcomb hale haley hall haller halliday halsey halstead halverson
halvorsen halvorson hamby hamdan hamel hamer hamilton hamlin hamm hammett hammond hammonds hampton hamrick han hancock haney hankins hanks hanley hanlon
hanna hannah hannan hannon hanrahan hansell hansen hanson haran harbin hardaway hardee hardesty hardin harding hardison hardman hardwick hardy hargett hargis
hargrove harkins harlan harley harlow harman harmon harms harold harper harrell harrelson harriman harrington harris harrison harrod hart hartfield hartley
hartman hartmann hartwell hartzell harvey harwood haskell haskins hassan hassell hatcher hatfield hathaway hatten hatton hauck haugen hauser havens hawes
hawkins hawley hawthorne hayden hayes haygood hayman haynes hays hayward haywood hazelwood headley heald healey healy hearn heath heaton hebert hedges
hedrick heflin hefner hein heine heinrich heinz heller hellman helms helton hemphill henderson hendrick hendricks hendrickson hendrix henke henley hennessey
hennessy henning henriquez henry henshaw hensley henson herbert herbst herman hermann hermosillo hernandez herndon herrera herrick herring herrington
herrmann herron hersey hershberger herzog hess hester hewitt heyward hiatt hibbard hickey hickman hickox hicks higdon higginbotham higgins hightower
hildebrand hildreth hill hilliard hillman hines hinkle hinkley hinman hinojos hinojosa hinson hinton hirsch hitchcock hite ho hoang hobbs hobson hodge hodges
hodgson hoff hoffman hoffmann hoffner hofmann hogan hoge hogue holbrook holcomb holcombe holden holder holguin holland hollenbeck holley holliday
hollingsworth hollins hollis holloman holloway holm holman holmes holt holton homan hood hooker hooper hooten hoover hopkins hoppe hopper horan horn horne
horner hornsby horton horvat hoskins hostetler hotchkiss houck hough houghton houle house houser housley houston howard howe howell howland hoyle hoyt hu
huang hubbard huber huckaby huddleston hudgins hudson huerta huey huff huffman huggins hughes hulsey humbert hume humphrey humphreys humphries hundley
hunnicutt hunt hunter huntley hurley hurst hurtado huskey hussein hussey huston hutchens hutcherson hutchings hutchins hutchinson hutchison hutson hutton
huynh hwang hyatt hyman ibarra ibrahim iglesias ingalls ingersoll ingle ingraham ingram inman irby irish irizarry irvin irvine irving irwin isaac isaacs
isbell isom ito ivanov ives ivey iyer jablonski jackman jackson jacob jacobo jacobs jacobsen jacobson jacques jaeger jaffe jaime jaimes james jamison jang
janssen jaramillo jarrell jarrett jarvis jasso jefferies jeffers jefferson jeffery jeffries jemison jenkins jenks jennings jensen jernigan jessup jeter jett
jewell jewett jimenez jiminez jobe johannes johansen johanson johansson johns johnsen johnson johnston joiner jolley jonas jones jordan joseph joshi joyce
joyner juarez judd judkins julian jung kaiser kamara kaminski kane kang kantor kaplan kapoor karlsson karr kato katz kauffman kaufman kautz kavanagh kay kaye
kean keane kearney kearns keating keaton keck keefe keegan keel keeler keeling keenan keene keener keeney keeton kehoe keim keith kell kellam keller kelley
kellogg kelly kelso kemp kemper kendall kendrick kennard kennedy kenney kenny kent kenyon kern kerns kerr kersey kessel kessler ketchum key keyes khalil khan
kidd kilgore killian kim kimball kimble kimbrough kimura kinard kincaid kinder king kingsley kinney kinsey kirby kirchner kirk kirkland kirkpatrick kirkwood
kirsch kiser kissinger kitchens klein kline klinger kloss klug knapp kneeland knight knoll knott knowles knowlton knox knudsen knudson knutson kobayashi koch
koehler koenig kohl kohler kohn kolb koontz kopp kovac kovacs kovalenko kowalczyk kowalski kozlov kozlowski kraft kramer kratz kraus krause krauss kremer
krieger krueger kruger kruse kuhn kumar kunz kurtz kuykendall kwan kwok kwon kyle labelle labonte labrecque lachance lackey lacroix lacy ladd lafferty
lafleur laguna laird lam lamar lamb lambert lamm lamont lancaster landers landis landon landrum landry lane langdon lange langford langley langlois langston
lanham lanier lanigan lankford lantz lapierre laplante lapointe lara larkin larose larsen larson larue lasher laster latham lathrop latimer lattimore lau
lauer laughlin law lawler lawless lawrence lawson lawton layer layne layton lazar lazaro le leach leahy leake leal leary leavitt leblanc lebron leclair
ledbetter leddy ledesma ledezma ledford lee lefebvre lehman lehmann lemaster lemieux lemke lemus lennon lenz leon leonard leone lerma lerner leslie lester
letourneau lett leung levesque levin levine levy lew lewandowski lewis leyva li liang liddell lieberman lightfoot liles lilley lim limon lin linares lindberg
lindemann lindgren lindholm lindley lindquist lindqvist lindsay lindsey lindstrom linn linton lipscomb lira lister liston litchfield little littlefield
littlejohn littleton littrell liu livingston lizarraga llamas lloyd locke lockett lockhart locklear lockwood loeb loera loftin loftis lofton loftus logan
logsdon loman lomax lombard lombardi lombardo london long loomis lopes lopez lorenz lorenzo lott louis love lovelace loveless lovell lovett loving lowe
lowell lowery lowry loy loya loyd lozano lucas luce lucero luciano lucio luckett ludwig luevano lugo luis lujan lumpkin luna lund lundberg lundgren lundy
lunsford luo luong lusk luther luttrell lutz ly lyle lyles lyman lynch lynn lyon lyons lytle ma mabe mabry macarthur macdonald machado macias mack mackay
mackenzie mackey mackie maclean macleod macmillan madden maddox madera madigan madrid madrigal madsen maes magallanes magana magee maguire mahan maher
mahmoud mahon mahoney mai maier malcolm maldanado maldonado malek malhotra mallory malloy malone maloney mancini mancuso mandel maness mangum manley mann
manning manns manriquez mansfield manson mansour manuel manzo maples marcano marchand marcum marcus mares marinez marino marion markham markley marks marlow
marlowe marquardt marquez marr marrero marroquin marsh marshall martel martell martens martin martinelli martinez martino martins martz marx mason massey
masterson mata mateo mathew mathews mathias mathis mathison matlock matney matos matson matteson matthews mattingly mattos mattox mattson maurer mauro maxey
maxfield maxwell may mayberry mayer mayes mayfield mayhew maynard mayo mayorga mays maze mazur mcadams mcafee mcalister mcallister mcarthur mcbride mcbroom
mccabe mccain mccall mccallum mccann mccarter mccarthy mccartney mccarty mccaskill mccauley mcclain mcclanahan mcclellan mcclelland mcclendon mcclintock
mcclinton mccloskey mccloud mcclung mcclure mccollum mccombs mcconnell mccool mccord mccorkle mccormack mccormick mccourt mccown mccoy mccracken mccrae
mccrary mccray mccreary mccullough mccune mccurdy mccutcheon mcdade mcdaniel mcdaniels mcdermott mcdonald mcdonough mcdougal mcdougall mcdowell mcduffie
mcelroy mcewen mcfadden mcfarland mcfarlane mcgarry mcgee mcgehee mcghee mcgill mcginley mcginnis mcgovern mcgowan mcgrath mcgraw mcgregor mcgrew mcguinness
mcguire mchenry mchugh mcinnis mcintosh mcintyre mcivor mckay mckee mckeever mckenna mckenzie mckeown mckinley mckinney mckinnon mcknight mclain mclaughlin
mclaurin mclean mclemore mclendon mcleod mcmahan mcmahon mcmanus mcmillan mcmillen mcmillian mcmullen mcmurray mcnabb mcnair mcnally mcnamara mcneal mcneil
mcneill mcnulty mcphail mcpherson mcqueen mcrae mcreynolds mcswain mcvay mcwhorter mcwilliams mead meade meador meadows mears mebane medeiros medina medley
medlin medlock medrano meehan meeks mehta mejia mejias melendez mello melnyk melo melton melvin mena menard mendenhall mendes mendez mendonca mendoza
menendez menjivar mensah mercado mercer mercier meredith merrick merrill merritt merriweather messer messina metcalf metz metzger metzler meyer meyers
michael michaels michaud michel michels mickelson middleton mier milam milburn miles millan millard millen miller milligan milliken milliner mills milner
milton mims minter minton mintz miramontes miranda mireles mitchell mixon mize mobley moen moffett moffitt mohamed mohammed mohr molina molloy monaghan
monahan moncada monroe monson montague montalvo montanez montano monteiro montelongo montero montes montez montgomery montiel montoya moody moon mooney moore
moorehead moorman moos mora morales moralez moran moreau morehead morel moreland moreno moretti morgan moriarty morin moritz morley morrell morrill morris
morrison morrow morse mortensen morton moseley moser moses mosher mosley mosqueda mosquera moss mota motley mott moulton moya moye moyer mueller muir
mukherjee mulcahy mulder mulkey mullen muller mulligan mullin mullins mullis mulvey mumford muncy mundy munger muniz munn munoz munro munson murdoch murdock
murillo murphy murray murrell murry musgrove musick musser myer myers myrick nagel nagle nair najera nakamura nance napier naquin naranjo nash nasser nava
navarrete navarro navas naylor ndiaye neal neeley neely neff negrete negron neil neill nelson nesbitt nesmith ness nettles neumann nevarez neville nevins
newby newcomb newell newkirk newman newsom newsome newson newton ng ngo nguyen nicholas nicholls nichols nicholson nickerson nielsen nielson nieto nieves
nilsson nixon nkemelu noble nobles noe noel nolan noland nolen noll noonan nord nordstrom norfleet noriega norman norris northcutt northrup norton norwood
nott novak novoa nowak nowell nowlin noyes nugent nunes nunez nunley nunn nwosu nye oakes oakley oates obrien ocampo ocasio ochoa oconnell oconner oconnor
odell oden odom odonnell ogden ogle oglesby oh ohara okafor okeefe okonkwo olander oldham oleary olguin olivares olivas oliveira oliver olivera olivo ollis
olmos olmstead olsen olson olvera omalley oneal oneil oneill ontiveros oquinn ordonez ordway orellana orona oropeza orosco orourke orozco orr orta ortega
ortiz orton osborn osborne osburn oshea osorio osterman ostrander ostrowski osullivan oswald otero otis ott otto overby overstreet overton oviedo owen owens
owings owsley owusu oxendine oyelaran ozuna pabon pace pacheco packard padgett padilla page paige paine paiz palacio palacios palermo palma palmer palumbo
pannell pantoja papadopoulos papp pappas paquette paradis paredes park parker parkinson parks parmer parnell parr parra parrish parrott parsons partin
paschal pate patel patino patrick patten patterson patton paul paulk paulsen paulson paxton payne payton peacock peake pearce pearsall pearson pease peck
peckham pedersen pederson peebles peeler peeples pelletier peltier pemberton pena pender pendergrass pendleton penn pennell pennington perales peralta percy
perdomo perdue perea pereira pereyra perez perkins perrin perrine perron perry perryman pesce peters petersen peterson petrenko petrie petrov pettigrew
pettit pettus pettway pfeffer pfeifer pfeiffer pham phan pharr phelan phelps phifer philbrick philips phillips phipps piazza picard pickard pickens pickering
pickett pierce pierre pierson pilkington pimentel pina pineda pinkney pinkston pinto pippin pitman pittman pitts pizarro plascencia plaster plunkett poe
pogue poindexter polanco poland polk pollack pollard pollock polson pomeroy ponce poole poore pope popov popp porras porter portillo posada posey poston
poteat poteet potter potts poulin pounds powe powell powers prado prather pratt preciado prentice prescott presley pressley preston prevost prewitt price
pridgen prieto pritchard pritchett privett proctor proffitt prosser provencher pruett pruitt pryor puckett puente puentes puga pugh pulido pullen pulliam
purcell purdy purnell purvis putman putnam pyle quackenbush qualls quarles quesada quigley quijano quiles quimby quinlan quinn quinones quintana quintanilla
quintero quiroga quiroz rader radford radtke rafferty raghunathan ragland ragsdale rahman rainey rainwater raley ralston rambo ramer ramirez ramon ramos
ramsay ramsden ramsey rand randall randle randolph raney rangel rankin rao rapp rasmussen ratcliff ratliff rau rawlings rawls ray rayburn rayford raymond
raynor razo reagan reardon reaves rector redd redden reddick redding reddy redman redmond reece reed reeder reedy rees reese reeves regalado regan rehm reich
reichert reid reilly reimer reinhardt reinhart reis reiter renfro renfroe renner reno renteria resendez restrepo reuter reyes reyna reynolds reynoso rhea
rhoades rhoads rhodes ribeiro ricci rice rich richard richards richardson richey richmond richter rickard ricketts ricks rico riddick ridgeway ridley ried
rife rigby riggins riggle riggs rigsby riley rinehart ringer riordan rios ripley risner ritchey ritchie ritter rivas rivera rivero rivers rizzo roach roark
robb robbins roberge roberson robert roberts robertson robinette robins robinson robison robledo robles rocha roche rockwell roden rodgers rodman rodrigues
rodriguez rodriques rodriquez roe roger rogers rohr rojas rojo roldan rollins roman romano romero romine romo roney rood rooney roper roque rosa rosado
rosales rosario rosas roscoe rose roseberry rosen rosenbaum rosenberg rosenberger rosenblum rosenthal ross rosser rossi roth rothman rountree rouse roush
rousseau rowden rowe rowell rowland rowley roy royce royer royster rubin rubio rucker rudd rudolph rueda ruffin ruggiero ruggles ruhl ruiz runyon rupp
ruppert rush rushing russell russo ruth rutherford rutledge ryan ryder saavedra sabin sadler saenz saez sager salas salazar salcedo salcido saldana saldivar
saleh salerno salgado salim salinas salter saltzman samaniego sammons sampson samson samuel samuels samuelson sanborn sanches sanchez sandberg sanders
sanderson sandlin sandoval sanford sansone santamaria santana santiago santillan santoro santos santoyo sapp sargent sarmiento sartin sasaki sasser sato
satterfield sauceda saucedo saucier sauer saul saunders savoy sawyer saxon saxton sayers sayles saylor scanlon scarborough scarbrough schaaf schaefer
schaeffer schafer schaffer schell schenck scherer schiller schilling schlegel schmid schmidt schmitt schmitz schneider schoen schofield scholl schott
schrader schreiber schroder schroeder schubert schuler schulte schultz schulz schumacher schuman schuster schwab schwartz schwarz schweitzer scoggins scott
scroggins scruggs scully searcy sears seaton seay sebastian secrest sedillo seeley segal segovia segura seibert seidel seifert seitz selby sellers sells seng
senn seo sepulveda serrano severson sewell sexton seymour shackelford shaffer shah shanks shannon shapiro sharkey sharma sharp sharpe shaughnessy shaw shea
shearer sheehan sheffield shelby sheldon shelley shelly shelton shepard shephard shepherd sheppard sheridan sherman sherrill sherrod sherwood shevchenko
shields shifflett shin shinn shipley shipman shirley shively shockley short showalter shrader shuler shull shultz shumaker shuman shumate sibley siegel
sierra sievers sigler sigmon siler sills silva silverman silvers silvia simmons simms simon simonds simone simons simonson simpson sims sinclair singh
singletary singleton sinha sipes sisco sisson sites sizemore skaggs skeen skelton skidmore skiles skinner slagle slater slaton slattery slavin sloan slocum
small smalley smalls smallwood smiley smirnov smit smith smithson smoot smothers snead sneed snell snider snipes snow snowden snyder sokolov solis soliz
solomon somers sommer sommers song sorensen sorenson soriano sorrell sorrells sosa sotelo soto sousa southard southerland souza sow sowell sowers spann
sparkman spaulding spearman spears specht speck speer spencer sperry spicer spiegel spillman spinks spitzer spivey spooner spradlin sprague springer sproul
spruill spurgeon spurlock staab stacey stackhouse stacy stadler stafford staggs stahl staley stallings stallworth stamper stanfield stanley stanton stapleton
stark starkey starks starnes starr staton stauffer steadman stearns stedman steed steele steelman steffen stegall steiger stein steinberg steiner steinmetz
stephan stephen stephens stephenson stepp sternberg stevens stevenson stewart stidham stillwell stiltner stine stinnett stinson stitt stocker stockman
stoddard stokes stoll stoltz stone stott stout stovall stover stratton straub strauss streeter strickland strobel strong strother stroud stroup stuart
stubblefield stuckey studer stull sturgill sturgis sturm suarez suggs sullivan summers sumner sumpter sun sundberg sutherland sutter suttles sutton suzuki
swafford swain swann swanson swartz swartzentruber sweeney sweet swenson swindle swisher switzer swope sykes sylvester synder szymanski tabor tackett tafoya
talbert talbot talley tamayo tanaka tang tanner tapia tarpley tarver tate tatum tavares tavarez tavera taylor teague tedesco teel teeter tejada tejeda tellez
templeton tennant tenney terrazas terrell terry testa thacker tharp thatcher thayer theisen theriault thibodeau thibodeaux thiel thielen thigpen thomas
thomason thompson thomsen thomson thornburg thorne thornton thorpe thurman thurmond thurston tibbets tibbetts tibbs tice tidwell tierney tijerina tillery
tilley tillis tillman timmerman timmons tinker tinsley tipton tirado tisdale tobar tobias tobin todd tolbert toledo tolentino tolliver tomlin tomlinson
tompkins toney toomey toro torrence torres torrez toscano tousley tovar towne townley townsend trammell tran traore trapp trask travis traylor treadway
treadwell trejo tremblay trent trevino trimble trinh triplett tripp trotter troutman trowbridge troy troyer truax trudeau truett truitt trujillo trumbull
truong tubbs tucker tuggle tull tullis tully tunstall turley turnage turnbull turner turpin tuttle tweedy twitty tyler tyree tyson ulrich umana underhill
underwood unger upchurch upshaw upton urena urias uribe urrutia vaca vail valadez valdes valdez valdovinos valencia valente valenti valentin valentine
valenzuela valerio valle vallejo valles vanburen vance vandenberg vanderbilt vandermolen vandiver vandyke vanegas vang vanhorn vanmeter vann vannoy vanover
varela vargas varner varney vasques vasquez vaughan vaughn vaught vazquez veach veal vega vela velarde velasco velasquez velazquez velez venable venegas vera
verdin vergara verma vetter vick vickers vickery vidal vieira viera vieyra vigil villa villagomez villalba villalobos villalpando villanueva villarreal
villasenor villegas vincent vinson virgen vitale vitela vo voelker vogel vogt volk volkov vollmer voss vu wachter waddell wade wadsworth wagner wagoner
wagstaff waite wakefield walcott walden waldman waldron waldrop walker wall wallace waller walling wallis walsh walston walter walters walton waltz walz
wampler wang ward wardlaw ware warfield warner warnock warren warrick washburn washington wasson watanabe waterhouse waterman waters watkins watson watters
watts wayne weatherby weatherford weatherly weatherspoon weaver webb webber weber webster weddle weeks weems weidner weigel weil weinberg weiner weinstein
weir weis weiss weissman welborn welch weldon welker weller wellman wells wendt wentworth werner wertz wesley west westberry westbrook westerman westfall
westmoreland weston wetherell wetzel whalen whaley wharton wheatley wheeler whelan whipple whisenant whitacre whitaker whitcomb white whitehead whitehouse
whitely whiteside whitesides whitfield whitford whiting whitley whitlock whitlow whitman whitmer whitmire whitmore whitney whitson whitt whittaker whitten
whittington whitworth whyte wicker wickham wicks wiese wigfield wiggins wiggs wight wilbanks wilburn wilburs wilcox wilcoxson wilder wiles wiley wilhelm
wilhite wilke wilken wilkerson wilkes wilkins wilkinson wilks willard willett willey william williams williamson williford willingham willis willoughby
willson wilmoth wilson wilt wimberly winchester windham winfield winfrey wingate wingfield winkler winn winslow winstead winston winters wirth wise wiseman
wisner wisniewski witcher withers witherspoon withrow witmer witt witte witten wofford wojcik wolf wolfe wolff wolford womack womble wong wood woodall
woodard woodbury woodcock wooddell woodland woodley woodmansee woodring woodruff woods woodson woodward woodworth woolard wooldridge woolf woolley woolsey
wooten worden worley worrell worsham wortham worthington wray wrenn wright wu wyant wyatt wyche wylie wyman wynn wynne xiong xu yamada yamaguchi yamamoto
yancey yanez yang yarborough yarbrough yates ybarra yeager yee yeh yim yoder yoho yoo yoon york yoshida yost youmans young youngblood younger younker yu
zachary zambrano zamora zamudio zapata zapien zaragoza zarate zavala zavaleta zeigler zelaya zepeda zhang zhao zheng zhou zhu ziegler zielinski ziemer
zimmerman zimmermann zink zito zook zuber zuckerman zumwalt zuniga zurita`.split(/\s+/),
)
