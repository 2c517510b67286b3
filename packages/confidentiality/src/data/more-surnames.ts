// Less common surnames, in lower case.

/** Surnames that are rarely another word. */
export const MORE_SURNAMES: readonly string[] =
	`aaron abel abraham abrams acker ackerman acuna adair adame adamson adcock addison adler agnew aguayo aguiar ahern aiken ainsworth akers akin alaniz
alarcon albers albert albrecht alcala alcantar alder aldrich alfaro alford alger allard allgood allred almanza almaraz almeida almonte alonso alonzo
altamirano altman alvarenga alves amador amaro amato ambrose amos anders andino andrade andre andres angelo anthony aponte applegate appleton aragon
aranda araujo arce archer archibald archuleta arevalo argueta armas armenta arndt arreola arriaga arrington arteaga arthur artis ash ashby ashcraft
ashe asher ashford ashley ashton ashworth atchison atwell atwood aubrey audet ault avalos aviles awad aycock ayer ayon babb babcock baca bachman
backus bader badillo baez baggett bagley bain bains bajwa ballesteros baltazar banda bandy banister bankston bannister barbosa barbour barclay barden
barfield barger barkley barksdale barnard barnette barney barnhart barone barragan barraza barreto barrientos barrios barry bartels barth bartholomew
bartley barwick basham baskin bassett bastian batchelor bateman batista batson battaglia battle batts baughman baum bauman baumann baumgartner baxley
bayer bayless beal beale beall beaman beamer beattie beatty beauchamp beaudoin beaulieu becerra bechtel beckett beckham beckman beckwith beebe beecham
beeler beers begay behrens beil belanger belcher belk bellamy beller bello belmont beltz bender benedict benner benoit bentley benton bergen bergeron
bergman bergstrom berman bermudez berner bernier bernstein berrios berryman bertram bertrand bethea bettencourt betts beverly beyer bickford biddle
bigelow biggs billings billingsley bills binder bingham birdsong bittner bivens bixby blackman blackmon blackshear blackwood blaine blais blakely
blalock blanco bland blanton blaylock bledsoe blocker blodgett bloomfield blount blum boatwright bobo bogan boggs bohannon bohn bolden bolduc bolin
boling bollinger bonds bonham boothe borden boren borges borja borrego bosch boswell botello boucher boudreau bourgeois bourne bourque bowden bowe
bowens bowie bowles bowling bowser boyce boyett boykin boyles boynton bracken bradbury braddock bragg brandenburg brandon branham brannon branson
brant brantley brasher braswell bratton bray breaux breedlove breen brenner brewster brice bridges brigham brinkley brinkman brinson briscoe brito
britt britton broadnax brockman broderick brodie brogan bronson brooke broome broughton browder brownell brownlee brubaker bruner brunner brunson
bryson buchholz buckingham budd bueno buffington buford bullard bumgarner bunker bunn bunting burch burchett burdette burdick burgos burk burkett
burkhart burleson burnette burnham burr burrell burris burroughs burrows bustamante bustos byers bynum byrne byrnes caballero cabral cady cagle cahill
calabrese callaway calloway calvert camarena camarillo cambron campa canales candelaria canfield cano cantwell capps caraballo caraway carden cardona
cardwell cargill carlin carlisle carlton carman carmichael carmona caro caron carpio carranza carrasco carreon carrington carrion carroway cartagena
cartwright caruso casas casper cass casteel castellano castellanos castelo castleberry caston caswell catalano cates cato caudill causey cavanaugh
cavazos cazares ceballos cecil cedillo ceja centeno cerda chacon chaffin chamberlain chambliss chapa chapell chapin chappell charlton chastain chatman
chavarria chavis cheatham cheney chester childers childress chin chisholm chism choate chong chowdhury christenson christiansen christie
christopherson christy chu churchill cintron cisco clancy clapp clary clausen clawson claypool cleary clemens clement clemmons clemons clifford
clifton clough clower coates cobbs coburn cockrell cody coe cofer coffman coker colbert colburn colby coldwell coley collado collazo collette colley
collier collinsworth colvin conaway conklin conlon conn connell connelly conners connor connors conover constantine constantino contreraz conyers
cooley coombs coon cooney coons copley coppola corbett corbin corcoran cordeiro cordell corder cordero corey corley cormier cornelius cornell cornett
cornwell corona coronado corral correa correia cortes cosby costello cota cothran cotter cottrell coulter courtney covarrubias covington cowan cowart
cowell cowles coyle coyne crabtree crain cramer crandall cranford craven crawley creech creel crenshaw crespo crews crist criswell crocker crockett
cromer cromwell cronin crosby crouch crowder crowe crowell crowley crump cruse crutchfield cuellar cuevas culbertson culp culpepper culver cummins
cundiff curley curran currier curry curtin custer cyr dabney dagostino dahl daley damico damron danforth dangelo daniel danielson dansby darby darnell
darrow dasilva davey david davies davison dawes dawkins deaton debose dees defazio degroot dehart dejesus delafuente delagarza delano delapaz delarosa
delatorre delgadillo dellinger deloach delong delossantos delvalle demarco denham denning denny dent denton depew derrick desantis desimone desmond
devine devito devlin devore devries dewey dewitt dexter dias dickens dickey dickinson dickman diep dietrich dietz diggs dimarco dion dipietro dix
dixson dobbins dobbs dobson dockery dodd dominquez donahue donaldson donato donnelly donohue dooley doran dorman dorris dortch doty doucette dougherty
doughty douglass dow dowd dowdy dowell dowling downey dozier dreher driscoll drummond drury duarte dube dubose duckett duckworth duenas duff dufresne
dugan dugas duggan dulaney dumas dunbar dunham dunnigan dunning dupont dupree dupuis duque durand durant durbin durden durr dutton duval duvall dykes
dyson eagan earle earls easley eason eastman easton ebert echols eckert edgar edmonds edmondson edmunds egan eggleston ehlers eisenberg elam eldridge
elias elizondo elkins eller ellington ellsworth elrod elston ely emanuel emery emmons engel engle englert ennis enos enriquez epperson epps epstein
erwin escalante escamilla escobedo eskridge esquivel essex estep etheridge eubanks evangelista everett everhart evers ewing ezell faber fahey fain
fairbanks fairchild fairley faison falcon falk fannin fanning farah faria farias farnsworth farr farrar farris farrow faulk faust favela feeney felder
feldman feliciano felix felton fenton fenwick ferrara ferraro ferreira ferrell ferrer ferris ferro fiedler fielder fierro fincher finn finney fiore
fisk fitts fitzhugh fitzsimmons flaherty flanders flanigan flannery fleck fleischer fletcher florez flournoy fluker fogarty fogle folk follett fong
foote forde forman forney forrest forrester forsyth forsythe fortenberry fortier fortin fortner fournier foust fouts fowlkes foy fraley francois
franke frankel franks franz fraser frausto frazer fredericks fredrickson freedman freitas freund frey friedman fries frink fritz fuchs fulcher fulmer
fultz funderburk funk furman gabriel gaddis gadson gaffney gagne gaither galarza galindo gallardo galloway galvez gamboa gamez gandy gann gannon gant
garay garber garces gardiner garnett garvey garvin gary gaskins gaston gatlin gauthier gavin gaytan geary gee geiger geller gentile gerber gerlach
germain getz giannini gibbes gibbons gifford gillen gillette gilley gilliam gilligan gillis gilman gilmour gipson giron gist givens gladden gladney
glaser glasgow gleason goddard godfrey godinez godoy godwin goebel goetz goins goldberg goldman goldsmith goldstein gomes gonsalves goode gooden
goodrich goodson gorham gorman goss gottlieb gould goulet grabowski grady graf grajeda granado granados granger grantham gravely grayson greenbaum
greenberg greenfield greenlee greenwell greenwood gregg grenier gresham grice grider grier griffis griffiths griggs grimaldo grimm grinnell griswold
groce groff groom grover groves grubb grubbs gruber guajardo guardado gudino guenther guevara guillen guillory guinn gulley gunderson gunn gunter
guyton haas haase hackett hackney hadden haddix hadley hager haggard haggerty haines hairston halcomb haller halliday halsey halstead halverson
halvorsen halvorson hamby hamel hamer hamlin hamm hammett hammonds hamrick hankins hanks hanley hanlon hannah hannan hannon hansell haran harbin
hardaway hardee hardesty hardison hardman hardwick hargett hargis hargrove harkins harlan harley harlow harman harms harold harrelson harriman harrod
hartfield hartley hartwell hartzell harwood haskell haskins hassell hatcher hathaway hatten hatton hauck hauser havens hawes hawley haygood hayman
hays hayward haywood hazelwood headley heald healey hearn heaton hedges hedrick heflin hefner hein heine heinrich heinz heller hellman helms helton
hemphill hendrick hendrickson henke henley hennessey henning henriquez henshaw hensley herbert herbst hermann hermosillo herndon herrick herrington
herrmann herron hersey hershberger herzog hewitt heyward hiatt hibbard hickey hickox higdon higginbotham hightower hildebrand hildreth hilliard
hillman hines hinkle hinkley hinman hinojos hinson hinton hirsch hitchcock hite hobson hodgson hoff hoffmann hoffner hoge hogue holbrook holcombe
holguin hollenbeck holley holliday hollingsworth hollins hollis holloman holm holton homan hooker hooten hoppe hopper horan horner hornsby hoskins
hostetler hotchkiss houck hough houghton houle houser housley howland hoyle hoyt huckaby huddleston hudgins huerta huey huggins hulsey humbert hume
humphreys humphries hundley hunnicutt huntley hurtado huskey hussey huston hutchens hutcherson hutchings hutchins hutchison hutson hutton huynh hyatt
hyman iglesias ingalls ingersoll ingle ingraham inman irby irish irizarry irvin irvine irving isaac isaacs isbell isom ives ivey jablonski jackman
jacob jacobo jacobsen jacobson jacques jaeger jaffe jaime jaimes jamison janssen jaramillo jarrell jarrett jasso jefferies jeffers jeffery jeffries
jemison jenks jernigan jessup jeter jett jewett jiminez jobe johannes johansen johanson johnsen joiner jolley jonas joyce joyner judd judkins julian
kaiser kantor kaplan karr katz kauffman kaufman kautz kay kaye kean kearns keating keaton keck keefe keel keeler keeling keenan keene keener keeney
keeton kehoe keim kell kellam kellogg kelso kemper kendall kendrick kennard kenney kenny kenyon kern kerns kersey kessel ketchum keyes kilgore killian
kimball kimble kimbrough kinard kincaid kinder kingsley kinsey kirchner kirkpatrick kirkwood kirsch kiser kissinger kitchens klinger kloss klug knapp
kneeland knoll knott knowles knowlton knudsen knudson knutson koehler koenig kohl kohn kolb koontz kopp kovacs kowalczyk kozlowski kraft kratz kraus
krauss kremer krieger krueger kruger kruse kuhn kunz kurtz kuykendall kyle labelle labonte labrecque lachance lackey lacroix lacy ladd lafferty
lafleur laguna laird lamar lamm lamont landers landis landon landrum langdon langford langlois langston lanham lanier lankford lantz lapierre laplante
lapointe larkin larose larue lasher laster latham lathrop latimer lattimore lau lauer laughlin lawler lawless lawton layne layton lazar lazaro leahy
leake leal leary leavitt lebron leclair ledbetter leddy ledesma ledezma ledford lehman lemaster lemieux lemke lemus lennon lenz leone lerma lerner
leslie lester letourneau lett levesque levin lew leyva liddell lieberman lightfoot liles lilley limon linares lindberg lindemann lindgren lindholm
lindley lindquist lindsay linn linton lipscomb lira lister liston litchfield littlefield littlejohn littleton littrell lizarraga llamas locke lockett
lockhart locklear lockwood loeb loera loftin loftis lofton loftus logsdon loman lomax lombard lombardo loomis lopes lorenz lorenzo lott louis lovelace
loveless lovell lovett loving lowell lowry loy loya loyd luce luciano lucio luckett ludwig luevano lugo luis lujan lumpkin lund lundberg lundy
lunsford lusk luther luttrell lutz lyle lyles lyman lyon lytle mabe mabry macarthur macdonald machado mackay mackey mackie maclean macleod macmillan
madera madrid madrigal madsen maes magallanes magana magee mahan mahon mahoney maier malcolm maldanado malek mallory mancuso mandel maness mangum
manley manns manriquez mansfield manson manuel manzo maples marcano marchand marcum marcus mares marinez marion markham markley marlow marlowe
marquardt marr marrero marroquin martel martell martens martinelli martino martins martz marx masterson mata mateo mathew mathias mathison matlock
matney matos matson matteson mattingly mattos mattox mattson maurer mauro maxey maxfield mayberry mayes mayfield mayhew mayo mayorga maze mazur
mcadams mcafee mcalister mcallister mcarthur mcbroom mccabe mccain mccallum mccarter mccartney mccarty mccaskill mccauley mcclanahan mcclellan
mcclelland mcclendon mcclintock mcclinton mccloskey mccloud mcclung mccollum mccombs mccool mccord mccorkle mccormack mccourt mccown mccracken mccrae
mccrary mccray mccreary mccullough mccune mccurdy mccutcheon mcdade mcdaniels mcdermott mcdonough mcdougal mcdougall mcduffie mcelroy mcewen mcfadden
mcfarlane mcgarry mcgehee mcghee mcgill mcginley mcginnis mcgovern mcgowan mcgraw mcgregor mcgrew mcguinness mchenry mchugh mcinnis mcivor mckeever
mckeown mckinley mckinnon mclain mclaurin mclemore mclendon mcleod mcmahan mcmanus mcmillen mcmillian mcmullen mcmurray mcnabb mcnair mcnally mcneal
mcneill mcnulty mcphail mcqueen mcrae mcreynolds mcswain mcvay mcwhorter mcwilliams mead meade meador mears mebane medeiros medley medlin medlock
medrano meeks mejias mello melo melvin mena menard mendenhall mendonca menendez menjivar mercier meredith merrick merriweather messer messina metcalf
metz metzger metzler michaels michaud michel michels mickelson mier milam milburn millan millard millen milligan milliken milliner milner milton mims
minter minton mintz miramontes mireles mixon mize mobley moen moffett moffitt mohr monaghan moncada monson montague montalvo montanez montano monteiro
montelongo montero montes montez montiel moorehead moorman moos mora moralez morehead morel moreland morin moritz morley morrell morrill mortensen
moseley moser mosher mosqueda mosquera mota motley mott moulton moya moye muir mulcahy mulder mulkey mullin mullis mulvey mumford muncy mundy munger
muniz munn munro munson murdoch murdock murillo murrell murry musgrove musick musser myer myrick nagel nagle najera nance napier naquin naranjo
navarrete navas naylor neeley neely neff negrete negron neil neill nesbitt nesmith ness nettles nevarez neville nevins newby newcomb newell newkirk
newsom newsome newson nicholas nicholls nicholson nickerson nielsen nielson nieto nieves nobles noe noland nolen noll nord nordstrom norfleet noriega
northcutt northrup norwood nott novoa nowell nowlin noyes nugent nunes nunley nunn nye oakes oates ocasio oconnell oconner odell oden ogden ogle
oglesby ohara okeefe olander oldham olguin olivares olivas oliveira olivera olivo ollis olmos olmstead olvera omalley oneal oneil ontiveros oquinn
ordonez ordway orellana orona oropeza orosco orourke orta orton osburn oshea osorio osterman ostrander ostrowski oswald otero otis ott otto overby
overstreet overton oviedo owings owsley oxendine ozuna pabon packard padgett paige paine paiz palacio palermo palma palumbo pannell pantoja papp
pappas paquette paradis paredes parkinson parmer parnell parr parra parrott partin paschal pate patino patten paulk paulsen paulson paxton payton
peacock peake pearce pearsall pease peckham pedersen pederson peebles peeler peeples peltier pemberton pender pendergrass pendleton penn pennell
perales peralta percy perdomo perdue perea pereira pereyra perrin perrine perron perryman pesce petrie pettigrew pettit pettus pfeffer pfeifer
pfeiffer pharr phelan phifer philbrick philips phipps piazza picard pickard pickens pickering pickett pierre pierson pilkington pimentel pina pineda
pinkney pinkston pinto pippin pitman pittman pizarro plascencia plaster plunkett poe pogue poindexter polanco poland polk pollack pollock polson
pomeroy ponce poore popp porras portillo posada posey poston poteat poteet poulin pounds powe prado prather preciado prentice prescott presley
pressley prevost prewitt pridgen prieto pritchard pritchett privett proffitt prosser provencher pruett pryor puckett puente puentes puga pulido pullen
pulliam purcell purdy purnell purvis putman putnam pyle quackenbush qualls quarles quesada quijano quiles quimby quinlan quinones quintana quintanilla
quiroga quiroz rader radford radtke ragland ragsdale rainey rainwater raley ralston rambo ramer ramon ramsay ramsden rand randle raney rankin rapp
ratcliff ratliff rau rawlings rawls rayburn rayford raymond raynor razo reagan reardon reaves rector redd redden reddick redding redman redmond reece
reeder reedy rees regalado rehm reich reichert reimer reinhardt reinhart reis reiter renfro renfroe renner reno resendez restrepo reuter reyna reynoso
rhea rhoades rhoads ribeiro richard richey rickard ricketts ricks rico riddick ridgeway ridley ried rife rigby riggins riggle rigsby rinehart ringer
ripley risner ritchey ritchie ritter rivero rizzo roark robb roberge roberson robert robinette robins robison robledo roche rockwell roden rodman
rodrigues rodriques roe roger rohr rojo roldan romine romo roney rood roper roque rosa rosado roscoe roseberry rosen rosenbaum rosenberger rosenblum
rosenthal rosser rothman rountree rouse roush rowden rowell rowley roy royce royer royster rubin rucker rudd rudolph rueda ruffin ruggiero ruggles
ruhl runyon rupp ruppert rushing ruth rutherford ryder saavedra sabin sadler saenz saez sager salcedo salcido saldana saldivar salerno salim salter
saltzman samaniego sammons samson samuel samuels samuelson sanborn sanches sandberg sanderson sandlin sanford sansone santamaria santillan santoyo
sapp sargent sarmiento sartin sasser satterfield sauceda saucedo saucier sauer saul saunders savoy saxon saxton sayers sayles saylor scanlon
scarborough scarbrough schaaf schaeffer schaffer schell schenck scherer schiller schilling schlegel schmid schmitz schoen schofield scholl schott
schrader schreiber schubert schuler schulte schulz schumacher schuman schuster schwab schwarz schweitzer scoggins scroggins scruggs scully searcy
sears seaton seay sebastian secrest sedillo seeley segal segovia segura seibert seidel seifert seitz selby sells seng senn sepulveda severson sewell
seymour shackelford shah shanks shapiro sharkey sharpe shaughnessy shearer sheffield sheldon shelley shelly shephard sheppard sherrill sherrod
sherwood shifflett shinn shipley shipman shirley shively shockley showalter shrader shuler shull shultz shumaker shuman shumate sibley siegel sievers
sigler sigmon siler sills silverman silvers silvia simms simonds simone simons simonson sinclair singletary sinha sipes sisco sisson sites sizemore
skaggs skeen skelton skidmore skiles slagle slater slaton slavin slocum smalley smalls smallwood smiley smit smithson smoot smothers snead sneed snell
snider snipes snowden soliz somers sommer sommers sorenson soriano sorrell sorrells sosa sotelo sousa southard southerland souza sowell sowers spann
sparkman spaulding spearman specht speck speer sperry spicer spiegel spillman spinks spitzer spivey spooner spradlin sprague springer sproul spruill
spurgeon spurlock staab stacey stackhouse stacy stadler staggs stahl staley stallings stallworth stamper stanfield stapleton starkey starks starnes
starr staton stauffer steadman stearns stedman steed steelman steffen stegall steiger steinberg steiner steinmetz stephan stephen stepp sternberg
stidham stillwell stiltner stine stinnett stinson stitt stocker stockman stoddard stoll stoltz layer stott stovall stover stratton straub strauss
streeter strobel strother stroud stroup stubblefield stuckey studer stull sturgill sturgis sturm suggs sumner sumpter sundberg sutherland sutter
suttles swafford swain swann swartz swartzentruber swenson swindle swisher switzer swope sykes sylvester synder szymanski tabor tackett tafoya talbert
talbot talley tamayo tapia tarpley tarver tatum tavares tavarez tavera teague tedesco teel teeter tejada tejeda tellez templeton tennant tenney
terrazas testa thacker tharp thatcher thayer theisen theriault thibodeau thiel thielen thigpen thomason thomsen thomson thornburg thorne thorpe
thurman thurmond thurston tibbets tibbetts tibbs tice tidwell tijerina tillery tilley tillis timmerman timmons tinker tinsley tipton tirado tisdale
tobar tobias tobin todd tolbert toledo tolentino tolliver tomlin tomlinson tompkins toney toomey toro torrence torrez toscano tousley tovar towne
townley trammell trapp trask traylor treadway treadwell trejo trent trimble triplett tripp trotter troutman trowbridge troy troyer truax trudeau
truett truitt trumbull tubbs tuggle tull tullis tully tunstall turley turnage turnbull turpin tweedy twitty tyree tyson ulrich umana unger upchurch
upshaw upton urena urias uribe urrutia vaca vail valadez valdovinos valente valenti valentin valerio valle vallejo valles vanburen vandenberg
vanderbilt vandermolen vandiver vandyke vanegas vanhorn vanmeter vann vannoy vanover varela varner varney vasques vaught veach veal vela velarde
velasco venable venegas vera verdin vergara vetter vick vickers vickery vidal vieira viera vieyra vigil villagomez villalba villalpando villasenor
virgen vitale vitela voelker vogel vogt volk vollmer voss wachter waddell wadsworth wagstaff waite wakefield walcott walden waldman waldron waldrop
walling wallis walston waltz walz wampler wardlaw warfield warnock warrick washburn wasson waterhouse waterman watters wayne weatherby weatherford
weatherly weatherspoon webber weddle weems weidner weigel weil weinberg weiner weinstein weir weis weissman welborn weldon welker weller wellman wendt
wentworth werner wertz wesley westberry westbrook westerman westfall westmoreland weston wetherell wetzel whalen whaley wharton wheatley whipple
whisenant whitacre whitcomb whitehouse whitely whiteside whitesides whitford whiting whitlow whitman whitmer whitmire whitmore whitney whitson whitt
whittaker whitten whittington whitworth whyte wicker wickham wicks wiese wigfield wiggs wight wilbanks wilburn wilburs wilcoxson wiles wilhelm wilhite
wilke wilken wilkes wilks willett willey william williford willingham willoughby willson wilmoth wilt wimberly winchester windham winfield winfrey
wingate wingfield winkler winn winslow winstead winston wirth wiseman wisner witcher withers witherspoon withrow witmer witte witten wofford wojcik
wolff wolford womack womble woodall woodbury woodcock wooddell woodland woodley woodmansee woodring woodruff woodson woodworth woolard wooldridge
woolf woolley woolsey worden worley worrell worsham wortham worthington wray wrenn wyant wyche wylie wyman wynn wynne xiong yamaguchi yancey yanez
yarborough yarbrough ybarra yeager yee yeh yim yoder yoho yost youmans youngblood younger younker zachary zambrano zamudio zapien zaragoza zarate
zavaleta zeigler zelaya zepeda ziegler ziemer zink zito zook zuber zuckerman zumwalt zurita`.split(/\s+/)

/** Surnames that are also words. */
export const MORE_AMBIGUOUS_SURNAMES: readonly string[] =
	`bach ball bath bean beaver bedford belt bent berlin birch birmingham bliss block bloom blue boles bolt bone borders boston bottoms bounds box brand
bright brothers buckner bunch bundy burden butcher call camp card carrier cave champion chandler cheek chew cleveland clinton close cloud coats comer
concepcion cooks cornish cotton couch counts coward crane crook cross crow crum cutler darden darling dell dick diehl dill dodge doll doss dove dover
downing draper drew driver dukes dye eagle earl east easterling eddy edge elder england estes fagan fair fay fell field fife fink fish flagg flint
flood florence fort forte fortune foss frame freed friend gable gage gallant garland gay gold grace grey grove guy ham hammer hand handley handy
harden harness harp hastings hatch hawk hazel heard heck helm herald hilton holiday holly hook hooks hull hurd hurt hyde ireland israel ivy jack
jasper jay jean jolly keen keys kitchen lake lance land lang lash lemon lemons light lilly link lively looney lord low luke mace macon madison main
majors marble march marin mast masters means merchant milan miner minor monk mount mull muse nickel nix north nutter orlando packer paddock pagan
painter paris partridge pass pastor peak pearl peek pence peoples pepper person petty pike piper platt pleasant plummer pond pool post pound prater
priest prince quick rains ransom register revels riddle rider ring rock roller root rowan royal ruby ruff rusk rust sage salmon sands savage scales
seal seals seaman self sessions settle shank sheets shell shipp shoemaker shook shore shores shorter showers singer sisk slack slade slaughter smart
spangler sparks speaks spear spence squires stack stamps stanford staples starling stern steward stiles still stock stockton storm story strand street
stubbs stump sturgeon styles swan swank sweat sweeny swift teal temple thorn thrasher titus townes towns trinidad trout true turk urban van ventura
vest victor vines walls warden weathers weed wick wilds windsor wing winter wooden woody workman worth worthy wren zeller`.split(
		/\s+/,
	)
