/**
 * Given names in the United States, in lower case. Sources: public birth counts (Social Security Administration) and
 * census counts, plus names from immigrants' home countries and old, biblical and rare names that these counts miss.
 */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
	`aaliyah aarav aaron abbas abbey abbie abby abdiel abdikadir abdirahman abdoulaye abdul abdullah abebe abednego abel abelard abelardo abena abiah abigael
abigail abigale abijah abimbola abiodun abner abraham abril absalom acacia ace achilles ada adaeze adalbert adalberto adam adan adao addie addison addisyn
ade adebayo adebola adeel adela adelaida adelaide adelaido adelbert adele adelfo adelheid adelia adelina adeline adelita adeola adewale aditi aditya adjoa
adnan adolfo adolph adolphus adonijah adria adrian adriana adrianne adriel adrienne aegis aelred aeneas aera afia afonso agamemnon agapito agatha agnes
agnieszka agustin ahab ahmad ahmed ahmir ahmose aida aidan aiden aidoo aileen aime aine ainsley aisha aisling aiyana ajay akash akeem akiko akil akinyi akira
akosua akram aksel akshay akua alaina alan alana alanis alannah alaric alasdair alastair alayna alberic albert alberta albertina albertine alberto alcides
alden aldo aldous aldric alec aleister alejandra alejandrina alejandro aleksander aleksandr aleksandra aleksei aleksey aleksy alem alena alene alessandra
alessandro alethea alette alex alexa alexander alexandra alexandre alexandria alexei alexis alexus alfonse alfonso alfred alfreda alfredia alfredo algernon
alhassan ali alia alica alice alicia alina alisa alise alisha alison alisson alistair allan allegra allen allie allison allyson alma alois aloisia alondra
alonso alonzo aloysius alphonse alphonsine alphonso alta althea alton alva alvah alvaro alvera alverta alvin alvina alwyn alyce alycia alyona alyson alyssa
amadeo amadeus amado amadou amal amalia amanda amani amar amara amarachi amaranta amari amarion amaro amaya ambrose ambrosia ameer amelia amelie amelita
amias amilcar amina aminata aminu amir amit amiyah amjad amos amparo amrita amy ana anabel anacleto anahi anand ananya anas anastacio anastasia anastazia
anatol anatoly anaximander anayeli ancel anders anderson andra andre andrea andreas andrei andreina andrej andres andrew andronicus andrzej andy aneta
aneurin angel angela angelia angelica angelina angeline angelique angelita angelo angharad angie anibal aniceto anika anil anissa anita anja anjali anjana
anjelica ann anna annabelle annalisa annalise annamarie anne anneke anneliese annelise annetta annette annie annika ansel anselm anselma anselmo ansgar
ansley anson antal antero anthea anthony antigone antione antoine antoinette antonette antonia antonin antonina antonio antwan antwon anup anushka anwar
anwuli anya anzhela anzhelika aoife aparna apolinar apollonia apolonia aquila araceli aracely aram araminta arcelia archana archibald archie ardell ardis
ardith aretha argyle ariadne ariana arianna aric ariel arielle arif aris aristotle arjun arkadiy arkady arleen arlen arlene arlette arlie arlo arman armand
armando armen armida arminda armindo arnav arnold arnoldo arnulfo aron arpine artemis artemisia arthemise arthur arturo arun arvid arvind arvo aryan asa asad
asako asefa asenath asencion asha ashanti ashby ashely ashlee ashleigh ashley ashlyn ashok ashton ashwin asif asma astrid athanasios atticus attila aubin
aubree aubrey audley audra audrey audrie august augustin augustina augustine augusto aurelia aurelian aureliano aurelio aurelius aurora avery avigail avis
axel ayaan ayana ayanna ayden ayesha aylin ayman ayo ayodele ayotunde aysha ayumi azadeh azael azalea azariah aziz azucena babak babatunde babette bahram
bailey bala balbir baldomero balint baltasar baltazar balthasar balthazar bao baozhen baptiste barb barbara barbora barbra barnabas barnaby barney barrett
barry bart bartholomew bartleby bartolome bartosz basil basilio bassam bastian bathsheba beata beatrice beatrix beatriz beau beauregard becca becky bede
behnam behrooz bela belen belinda belisario bella ben benedetta benedict benedikt benedito benigno benita benito benjamin bennett bennie benny bereket
berenice berit bernabe bernadette bernadine bernard bernardine bernardo bernice bernie berniece berry bert bertha berthold bertram bertrand beryl bessie beth
bethany beto betsy bettie bettina betty bettye beulah bev beverly bharat bhavna bianca bilal billie billy billye bingbing binh birgit birgitta birhanu bjorn
blaine blaise blanca blanche blas blazej blythe bob bobbi bobbie bobby bogdan bojan bolaji boleslaw boniface bonifacio bonita bonnie bonny bora boris
borislav boudica boyce boyd brad bradford bradley bradly branden brandi brandie brandon brandy branimir branko brantley branwen braulio brayden breana
breanna bree brenda brendan brenden brenna brennan brent brenton bret brett brian briana brianna brianne bridget briella brigette brigid brigida brigitta
brigitte brisa britney britni brittany brittney brittni brock broderick brody bronagh bronislava bronislaw bronson bronwen bronwyn brooks bruce brunhilde
bruno bryan bryanna bryant bryce brygida brynhild brynn buford bukola burchard burgess burl burt burton bushra buster byron byung cade caden cadmus
cadwallader caetano caiden caitlin caius cale caleb calista calixto callie calliope callum calpurnia calvin cam cambria cameron camila camilla camille
camillus camilo camron candace candelaria candelario candi candice candida canute caoimhe cara caradoc cari caridad carina carissa carl carla carlee carleen
carlene carley carlie carlos carlotta carlton carly carlyle carmela carmelita carmella carmelo carmen carmine carolann carole carolyn carri carrie carrol
carroll carson carsten carter cary casey casimir casimiro caspar casper cassandra cassian cassidy cassie cassius catalina catherine cathleen cathrine cathryn
cathy cato catrina catriona cayetano cayla cecelia cecil cecilia cecily cedric cedrick celedonio celeste celestina celestine celestino celia celina celine
celso cerys cesar cesaria chadwick chaim chana chanda chandra chanel changming chantal chante chantel chaoyang charis charisse charlene charles charlette
charley charlie charmaine chasity chau chauncey chaya chayo cheikh chelsea chelsey chelsie cherie cherise cherri cheryl cheryle chester chetan chiamaka
chibuzo chidera chidi chidubem chieko chika chike chinedu chinonso chinwe chioma chitra chiyo chloe chris chrissy christa christabel christal christel
christen christena christi christianna christin christina christine christoph christopher christos christy chrysanthe chrystal chucho chukwudi chukwuemeka
chul chulsoo chunhua chuy chyna ciara ciaran cicely cielo cierra cillian cinda cindi cindy cirilo ciro citlali clair claire clara clarabelle clarence clarice
clarine clarissa clark claud claude claudette claudia claudine claudio claudius claus clayton clea clem clement clemente clementina clementine cleo cleon
cleopatra cleotilde cletus clifford clifton clint clinton clothilde clotilde clovis clyde cody colby coleen coleman colette colin colleen colm columba conall
conan conceicao concepcion concetta concha connie connor conor conrad constance constantin constantina constantine consuela consuelo cora corbin cordelia
corentin coretta corey corin corina corine corinna corinne cormac cornelia cornelis cornelius cornell corrine cortez cortney cory cosima cosimo cosmo coty
courtland courtney craig crawford creola crescencia cressida cris crispin crista cristal cristian cristina cristobal cristovao cruz cuauhtemoc cullen cuong
curtis cuthbert cyndi cyndy cynthia cyprian cyrano cyril cyrus czarina czeslaw dacian dae daehyun dagmar dagny dagobert dagoberto dahlia daichi daija daisuke
daisy dalia dalton damaris damaso damian damien damion damon dan dana dandan dandre danelle dangelo danial danica daniel daniela daniella danielle danika
danita danna danny dante danuta danyelle daphne daquan darby darcy daria darian darin dario darion darius dariush dariusz darko darla darleen darlene darnell
daron darrel darrell darren darrick darrin darryl darshan darwin daryl daryn dashawn dashiell dave david davina davon davonte davor dawit dawson dax dayana
dayna dayton dean deana deandra deandre deane deann deanna deanne debbi debbie debi debora deborah deborrah debra declan dedrick dee deeann deena deepa
deepak deepti deidra deidre deion deirdre deisy deja dejan dejuan delaney delano delbert dele delfina delfino delia delilah delisa della delmar delmer
delores deloris delphina delphine delroy demarco demarcus demario demelza demetria demetrios demetris demetrius dena denis denise dennis denny denzel denzil
deodato deondre derek derick dermot deron derrick desdemona deshawn desirae desiree desmond dessie destinee detlef devante devin devon devontae devonte devyn
dewayne dewey dewitt dexter deysi dhruv diana diane diann dianna dianne diarmuid dickie didier diedre diego diem diep dieter dieu dieudonne diggory dilan
dilip dillard dillon dilwyn dimitri dimitrios dina dinah dinesh dino dion dionicio dionisio dionna dionne dionysius dirk divya dmitri dmitry dolores domenica
domenico dominga domingo dominic dominick dominik dominique domitila donal donald donatella donato donell donghyun donn donna donnell donnie donovan donta
dontae donte dora dorcas doreen doretha dori dorian dorinda doris dorota dorotea dorotha dorothea dorothy dortha dorthy dottie doug douglas dov dovie doyle
dragan drake drusilla duane duarte duc dudley dulce duncan dung dunstan durga durwood dusan dusko dustin dwain dwan dwayne dwight dyan dylan eamon earl
earlean earlene earline earnestine easton ebele ebenezer eberhard ebony ebubechukwu ebun ed edda eddie edelmira edelmiro edgar edgardo edilberto edison edite
edith edmond edmund edna edouard edris eduarda eduardo edward edwardo edwige edwin edwina edythe eero effie efraim efrain efren efthimia egbert egidio
eglantine ehsan ehud eileen eilidh eilis eirik ekaterina ekene ekow eladio elaina elaine elana elba elbert elchanan elda elden eldon eldora eldridge eleanor
eleanora eleazar electra eleftheria elena elenora eleuterio elham eli eliana elias elida elidia eliezer eligio elihu elijah elimelech elinor eliphalet elisa
elisabet elisabeth elisabetta elise elisha elisheva elissa eliza elizabeth elkanah ella ellen elliana ellie ellington elliot elliott ellis ellsworth elmer
elmira elmo elnora elodia eloisa eloise eloy elpidio elroy elsa elsbeth elsie elspeth elsy elton elva elvia elvin elvira elvis elwood elwyn elyse elza
elzbieta emad emanuel emeka emely emerentia emeric emerita emerson emery emiko emil emilee emilia emiliana emiliano emilie emilija emilio emily emma emmaline
emmanuel emmeline emmerich emmett encarnacion endre engelbert enid enoch enos enrique enyinnaya eoin ephraim epifania epifanio erasmo erasmus eriberto eric
erica erich erick ericka erik erika eriko erin erinn ermengarde ernest ernestina ernestine ernesto ernie ernst errol erskine ervin erwin erzsebet esau
escolastica esiason esme esmeralda esperanza essie esta estanislao esteban estefania estefany estela estell estelle estevan estevao esther eszter ethan ethel
ethelbert ethelind ethelyn etienne etsuko etta euclid eudora eufemia eugene eugenia eugenio eula eulalia eulalio eulogio eun eunha eunice eunji eunju
euphemia euphrasia eusebio eustace eustacia eva evadne evan evander evangelina evangeline evangelista evaristo evelia evelyn everard everardo everett evert
evette evgeni evgenia evie evita evodio ewa ewald exavier eyob ezekiel ezell ezequiel ezra fabian fabiana fabio fabiola fabrizio fadi fahad fahim faisal
fannie farah farhad farid faris faron farrukh farzad farzaneh fasil fatima fatou fatoumata faustina faustino fausto fawad fawzia faye febronia federico fedor
felecia felica felicia feliciana feliciano felicita felicitas felicity felipe felisberto felisha felix felton femi fengying feodor ferdinand ferenc fereshteh
fergus ferman fermin fernanda fernando ferne fidel fidelia fidencio fikre filemon filiberto filip filipe filippo filomena finbar finley finn finnbar finnegan
fintan fiona fionn fionnuala fiora fiorella fitzgerald flavia flavio fletcher flo florencia florencio florentina florentino floretta florian floribeth
florinda florine flossie floyd folake folasade forrest fortino fortunato foster foye fran frances francesca francesco francine francis francisca francisco
franciszek franco francois frankie franklin franklyn frantisek franz fred freda freddie freddy fredegund frederick fredericka frederika fredric fredrick
freida frida frieda friedhelm friedrich fritz froylan fructuoso fulgence fulgencio fumiko funmi gabe gabino gabor gabriel gabriela gabriella gabrielle
gaetano gail gaius galen galina ganesh garang gareth garnet garnett garret garrett garrick garry garth gary gaspar gaspard gaston gaurav gauthier gavin
gavril gavyn gawain gayane gayle gaylord gebhard geeta gena genaro gene genevieve genia gennady genoveva geo geoff geoffrey geoffroy george georgetta
georgette georgiana georgianna georgie georgina georgios geovanni geraint gerald geraldine geraldo gerard gerardo gerda gerhard geri gerlinde germaine german
gerry gershom gertie gertraud gertrud gertrude gervase gesine getachew ghassan ghulam gia giacomo giada gian giang gianluca gianna gianni gideon gil gilbert
gilberte gilberto gilda gildardo gillian gina ginger gino gioacchino giordano giorgos giovanna giovanni gisel gisela giselle gita giuliana giulio giuseppe
gladis gladys glen glenda glenn glenna glennie glenys gloria glynn godfrey godiva golda goldie golnaz gonzalo gopal goran gordon gottfried gottlieb gracelyn
gracia graciano gracie graciela grady graham grainne granville grayson grazyna grecia greg gregg gregor gregoria gregorio gregory greta gretchen greyson
gricelda griffin griselda grizel grover grzegorz guadalupe guang gudrun guido guilherme guillem guillermina guillermo guinevere guiying gumercindo gundula
gunnar gunther gurmeet gurpreet gus gussie gustaf gustav gustavo gwen gwenda gwendolen gwendolyn gwenllian gwyneth gyeong gyorgy habib hadassah hadi hadley
hadrian haejin haeun hagar haile hailee hailey haiyan hakeem hakim hal hala halcyon haldor haleigh haley halima halina halle hallie hallvard hamad hamid
hamish hammad hamza hana hanako hanan hanh hanif hanna hannah hanne hanneke hannelore hannibal hans hao harald harbhajan hardeep hari harish harlan harland
harlen harley harold haroon harpreet harri harriet harriett harris harrison harry hartmut haruka haruki haruko haruto harvey hasan hashim hassan hassie hatem
hatshepsut hattie havelock haya hayden haylee hayley hazel heather hector hedda hedwig hedy heejin heidi heidy heike heikki heinrich heinz heitor heladio
helaine helen helena helene helga hellen helmi helmut hema hemant hendrik henri henrietta henriette henrik henrique henry henryk hephzibah hepzibah herbert
herculano hercules heriberta heriberto herlinda herman hermann hermelinda hermenegildo hermia hermila herminia herminio hermione hermogenes hernan hernando
hershel hervey hesham hesper hester hettie heywood hezekiah hiba hideki hideo hien hieronymus hieu higinio hilaria hilario hilarion hilary hilda hildegard
hildegarde hildred hillary hilma hipolito hiram hiroko hiromi hiroshi hisham hitoshi hjalmar ho hoa hoai hoang hobart hobert hodan holger hollie hollis holly
homa homer homero hongmei honora honorato honoria honorio horace horacio horatia horatio hortencia hortense hortensia hosea hossein houda hovhannes howard
howell hoyt hroswitha huan hubert hubertus huda huey hugh hugo huimin huldah humbert humberto humphrey hung huong husain hussain hussein huy huyen hwan
hyacinthe hyejin hyeri hyman hyun hyunjin hyunwoo ian ianthe ibrahim ibrahima ichabod ichiro ida idalia idell idella idris iekeliene iesha ieshia ifeanyi
ifeoma ignace ignacia ignacio ignacy ignatius ignatz igor ihab ike ikechukwu ikenna ila ilan ilana ilda ileana ileen ilene iliana ilona ilse ilya ilyas imad
iman imani imelda imogen imogene imran imre inacio indalecio indira ines inez inga inge ingeborg ingemar inger ingmar ingram ingrid inho inigo inocencio iola
iolanthe iona ione iphigenia ira irena irenaeus irene irfan irina irish irma irmgard irvin irving irwin isa isaac isabel isabela isabell isabella isabelle
isadora isai isaiah isaias isambard isamu isaura isela iselda iseult isha ishaan isham ishmael isiah isidor isidora isidore isidoro isidro ismael ismail
isolde issa issac istvan itsuki itzayana itzel itzhak iva ivan ivana ivar ivette ivo ivonne iwona izabela izabella izaiah jabari jaber jabez jace jacek
jacelyn jacey jacinda jacinta jacinto jackeline jacki jackie jacklyn jackson jaclyn jacob jacobo jacobus jacquelin jacqueline jacquelyn jacques jacquez
jacquline jad jada jaden jadon jadwiga jadyn jae jaehyun jael jaemin jafet jaffar jagdish jagjit jaida jaiden jaidyn jaime jaimee jairo jakayla jake jakob
jalal jaleel jalen jalisa jaliyah jamaal jamaica jamal jamar jamarcus jamari jamel james jameson jamey jami jamie jamil jamila jamir jamison jammie jan jana
janae janay jane janell janelle janessa janet janett janette janey jania janice janie janiece janina janine janis janiya jann janna jannette jannie janos
janusz japheth jaquan jaquelin jaqueline jared jarek jarmila jarod jaron jaroslav jaroslaw jarred jarrett jarrod jarvis jascha jaslyn jasmin jasmine jasmyn
jason jasper jaspreet jaunita javad javed javen javier javon javonte jaxon jaxson jay jaya jayce jaycee jayden jayesh jayla jaylan jayleen jaylen jaylin
jaylon jaymie jayne jayson jazlyn jazmin jazmine jean jeana jeane jeanetta jeanette jeanie jeanine jeanne jeannette jeannie jeannine jebediah jed jedediah
jedidiah jeff jefferey jefferson jeffery jeffrey jeffry jehoshaphat jelani jelena jemima jenaro jenelle jeni jenifer jenna jennefer jenni jennie jennifer
jennine jenny jephthah jerald jeraldine jeramy jere jeremey jeremiah jeremias jeremy jeri jericho jerilyn jermain jermaine jermey jerold jerome jeromy
jerrell jerri jerrod jerrold jerry jerzy jesenia jesica jess jesse jessenia jessi jessica jessie jessika jesus jesusa jethro jett jettie jewell jia jiahao
jialing jian jianguo jianhua jiayi jignesh jiho jihoon jihye jill jillian jim jimena jimin jimmie jin jina jing jingyi jinhee jiri jisoo jisu jiwon jiwoo jo
joab joachim joan joana joanie joann joanna joanne joao joaquim joaquin joaquina jobst jocasta jocelyn jocelynn jochen jodi jodie jody joe joel joelle
joellen joesph joey joffrey johan johana johann johanna johannes john johnathan johnathon johnnie johnny johnpaul johnson jolanta jolene jolie jomo jon jonah
jonas jonatan jonathan jonathon jone joni jonna joost jordana jordon jordy jorge jorgen jorja jose josef josefa josefat josefina josefine joselito joselyn
joseph josephat josephina josephine josephus josette joshua josiah josie joslyn jossie josue jotham jovan jovani jovanny jovelina jovita joya joyce jozef
jozsef juan juana juanita juanito jubal judah judi judie judith judoc judson judy jules julia julian juliana juliann julianna julianne julie juliet julieta
juliette julio julisa julissa julitta julius junaid jung jungho junho junia junie junius junjie junko juno junseo jurgen juri justin justina justine
justinian justo justus justyn juvenal juventino jyoti kacey kaci kade kaden kadin kadyn kaela kaelyn kai kaila kailash kailey kailyn kaiming kaine kaisa
kaitlin kaitlyn kaito kajetan kaleb kaleigh kaley kali kalista kallie kalliope kalvin kalyn kamal kamala kameron kamilah kamlesh kamran kamren kamron kanako
kandace kandi kandice kandy kanisha kaori kaoru kara karan karapet kareem kareen karel karen kari karim karima karin karina karl karla karma karol karolyn
karon karrie karson karsyn karthik kartik karyn kasandra kasey kash kashif kasimir kasper kassandra kassidy kassie katarina katarzyna kate katelyn katelynn
katerina katharine katherine katheryn kathi kathie kathleen kathlyn kathrine kathryn kathy katie katina katinka katlin katlyn kato katrin katrina katsumi
kattie katy kavita kavya kaya kayden kayla kaylee kayleen kayleigh kayley kaylie kaylin kaylyn kaylynn kayoko kayvan kazimierz kazuki kazuko kazuo keanu
keaton kebede keegan keelan keely keenan kehinde keiji keiko keila keira keisha keith kelechi keli kelle kellen kelley kelli kellie kelly kellye kelsea
kelsey kelsie kelton kelvin ken kendal kendall kendell kendra kendrick kenia kenichi kenji kennedy kenneth kennith kenny kent kenta kenton kenya kenyatta
kenyon keri kermit kerri kerrie kerry keshawn ketan keven kevin keyla keyon keyshawn kezia keziah khadija khadijah khaled khaleda khalid khalil khanh khari
khloe khurram kiana kianna kiara kiera kieran kierra kiersten kieth kieu kiley kim kimber kimberlee kimberley kimberlie kimberly kimi kimiko kimora kinley
kip kira kiran kirby kiril kirill kirk kirsten kirstie kirstin kirsty kisha kishore kitty kiyoshi kizzy kjell klara klaus klemens kody kofi koji kojo kolby
kolton konrad konstantin konstantinos korey kori kornelia kory kourosh kourtney kraig kris krishna krista kristal kristan kristel kristen kristi kristian
kristie kristin kristina kristine kristofer kristopher kristy kristyn krystal krysten krystin krystina krystle krystyna krzysztof ksenia kumiko kunal
kunigunde kurt kusum kwabena kwadwo kwaku kwame kwan kwang kwasi kwesi kya kyla kyle kylee kyleigh kyler kylie kyoko kyra kyree kyrylo kyson kyung kyungmi
labron lacey lachlan laci lacie lacy ladarius ladawn ladislao ladislav ladonna lael laertes lafayette laila laine lainey lajos lakeesha lakeisha laken
lakendra lakeshia lakia lakisha lakota lakshmi lalit lam lamar lamarcus lambert lamberto lamia lamont lan lana lancelot landen lando landon landry lanette
lani lanny laquan laquita lara larae laraine larhonda larisa larissa laronda larry lars larue lashanda lashawn lashay lashonda lashunda laszlo lata latanya
latarsha latasha latavia latesha laticia latif latifah latina latisha latonia latonya latoria latosha latoya latoyia latrell latrice latricia laura laureano
laureen laurel lauren laurence laurene laurentius lauretta lauri laurice laurie lauro lauryn lavar lavern laverna laverne lavina lavinia lavon lavonda
lavonne lawanda lawerence lawrence layla lazaro lazarus lea leah leander leandra leandro leann leanne leatha leatrice lebron lech lecia leda leeann leela
leena leesa lei leif leigh leighann leila leilani lekisha lela leland lelia lemlem lemuel len lena lenard lenka lennie lennox lenny lenora lenore leo
leocadia leon leona leonard leonardo leonel leonhard leonid leonida leonidas leonides leonie leonila leonor leontine leontyne leopold leopolda leopoldine
leopoldo leota leovardo lera leroy les lesa lesia leslee lesley lesli leslie lessie lester leszek leta letha leticia letitia lettice lettie letty levar levi
leviticus levon lewis lexi lexie lexus leyla leyton liam liana liane lianna librado libuse lida lidia lidiya liduvina lien liesel lieselotte liesl ligia
lihua lijun lila lilah lilian liliana liliane liling lilla lillian lilliana lillie lina linda lindell lindsay lindsey lindy ling linh linnea lino linus
linwood lionel lisa lisandro lisbeth liselotte lisette lissa lissette liv livia liza lizabeth lizbeth lizeth lizette lizzie ljubica llewellyn lloyd llywelyn
loan logan loi lois loise lola lolita loma lona londa long loni lonna lonnie lonny loraine loralee lorcan loredana loreen lorelai lorelei loren lorena lorene
lorenz lorenzo loretta lori lorie lorilee lorna lorraine lorri lorrie lothar lotte lottie lou louann louella louie louis louisa louise lourdes lourenco lovie
lowell loyce loyd luan luana luann luanne lubna lubomir luca lucas lucasta lucero lucia lucian luciana luciano lucie lucien lucienne lucila lucilla lucille
lucina lucinda lucio lucjan lucrecia lucretia lucrezia lucy ludie ludmila ludmilla ludovic ludovico ludwig ludwik luella luigi luis luisa luiz lukas lukasz
luke lula lulu luna luong lupe lupita lura lutetia luther lutz luvenia luvern luz lyda lydia lyla lyle lyman lynda lyndon lyndsay lyndsey lynetta lynette
lynn lynne lynsey lysander lysandra lysistrata lyubov maarten mabel mabelle mable mac macarena macario macarius macdara maceo macey maci macie maciej
mackenna mackenzie macy madalyn madalynn maddalena madden maddie maddison maddox madelaine madeleine madeline madelyn madelynn madge madhav madhu madie
madilyn madonna madyson mae maeve magali magaly magda magdalena magdalene magdaleno magdolna maggie magnus maha mahad mahalia mahdi mahesh mahlon mahmoud
mahnaz mahsa mahtab mai maia maira mairead maisie majid makayla makeda makenna makenzie makoto malachi malachy malakai malaya malaysia malcolm malcom malena
malgorzata malia malik malinda malini malisa malissa mallie mallory malorie malvin malvina mamadou mamie mamiko mandeep mandi mandie mandy manfred maninder
manish manjit manoah manoel manoj manon manpreet mansi mansoor manuel manuela mara maragaret maranda marc marcel marcela marcelina marcelino marcella
marcellina marcelline marcellus marcelo marci marcia marcial marcie marcin marcio marco marcos marcus mareike marek margaret margarete margarethe margarette
margarita margarito margart margene margeret margery margie margit margo margot margret margrett marguerite margueritte margurite maria mariaelena mariah
mariam mariama marian mariana marianne mariano maribel maricel maricela maricruz marie mariela marielena marietta marija marika mariko marilee marilou marily
marilyn marina marinda mario marion maris marisa marisela mariska marisol marissa marita maritsa maritza marius mariusz mariyah marjolein marjorie marjory
markell markku markus marla marlen marlena marlene marley marlin marlo marlon marlow marlys marmaduke marna marni marnie marquez marquis marquita marrisa
marry marsha marsilio marta martha marti martin martina martine martiniano marty martyna marva marvin marwa marx mary maryalice maryam maryann maryanne
marybeth maryellen maryjane maryjo marylee marylin marylou marylouise marylyn maryrose marzena masahiro masako masami masao masaru masood mateo mateusz
mathew mathias mathilda mathilde mathurin matias matilda matilde matt mattathias matteo matthew matthias mattias mattie matyas maude maudie maura maureen
maurice mauricette mauricio maurine maurizio mauro mavis maximilian maximiliano maximilien maximina maximo maximus maxine maxwell maya maybell maybelle mayme
mayra maysa mayte mayumi mazen mazie mckayla mckenna mckenzie mckinley meagan meaghan mearl mechelle mechthild meda meenakshi meera meg megan meggan meghan
meghann megumi mehdi mehetabel mehitabel mehmet mehran mehrdad mehul mei meihua meiling mekhi mekonnen mel melanie melany melba melchior melchizedek melchor
melesio melina melinda melisa melisande melissa melita mellie mellissa melodie melody melonie melony melquiades melva melville melvin melvina melyssa memo
mercedes mercutio meredith merewen meri merideth meriwether merle merlin merlyn merna merri merrill mervin meryl methuselah mia micaela micah michael
michaela michaelangelo michaele michal michale micheal michele micheline michelle michiko micki midori mieczyslaw mieko mignon miguel miguelina mihai mihail
miho mijin mika mikael mikaela mikala mikayla mike mikel mikhail miklos mikolaj mila milagro milagros milana mildred milena milford millard millicent millie
milly milo milos miloslav milton mimi mina minako mindi mindy minerva minghua mingzhu minh minho minji minna minnie minoru minseo minsu minta mira mirabel
miranda mirella mireya miriam mirko mirna miroslav mirta misael misti mistie misty mitchel mitchell mitra mitsuko mittie mitzi miyuki mladen modesta modesto
modestus mohamad mohamed mohammad mohammed mohan mohandas mohsen moira moises mojgan mollie molly momoko mona monet monica monika monique monroe monserrat
monserrate montague monte montgomery montrell monty mora mordecai morgan morgana moriah moritz morris morton morwenna mose moses mostafa moussa moustafa
mozella mozelle mubarak muhammad mukesh mukta mulu muna mungo munir murad muriel murilo murray musa musab mustafa mya myah myesha myfanwy mylene myles myra
myrl myrle myrna myron myrtice myrtie myrtis myrtle mytheresa myung myungsoo nabeel nabil nabor nacho nada nadeem nadezhda nadia nadim nadine nadir nadja
naeem nagla nahum naima najib najwa nakia nakisha nalini nana nanami nance nanci nancie nancy nandini nanette nannette nannie naoki naoko naoma naomi
naphtali napoleon narcisa narciso narcissa narcizo narendra naser nashawn nasim nasir nasra nasrin natalee natali natalia natalie natalija natalya natanael
natasha natashia nate nathalia nathalie nathan nathanael nathanial nathaniel nathen natividad natosha naveed naveen navneet nawal nayeli nayely nazanin
nazaria nazario nazik nazir neal nebuchadnezzar ned neda nedra neelam neely neeraj neftali neha nehemiah neil nelda nelia nell nella nelle nellie nelly
nelson nemesio nena nenad neoma nepomuk nereida nereo nereyda neri nerissa nestor nettie neva nevaeh nevena neville nevin neymar nga ngan nghia ngoc ngozi
nguyen nhan nhu nhung nhut nia niall niamh nicanor nichelle nichol nichola nicholas nichole nick nicki nickie nickolas nicky nicodemus nicol nicola nicolae
nicolas nicolasa nicole nicolette nicomedes nida nidia nigel nikhil niki nikia nikita nikki nikola nikolai nikolas nikolaus nikolay nikole nila nilda nilesh
niloofar nils nilsa nimisha nina ning ninian niobe niraj nisha nita nitin nivia nkechi nnamdi nneka noah nobuko nobuo noe noel noela noelia noelle noemi
nohemi nola nolan noma nona nonso noor nora norah norbert norberta norberto noreen noreene norene noriko noris norma norman norval norwood noura novella
nuala nubia nuno nya nyasia nydia nyla oakley oanh obadiah obed oberon obi obiageli obie obinna ocie octavia octavian octavio octavius oda odalys odelia
odell odessa odette odile odilia odin odis odysseus ofelia oisin okechukwu oksana olaf olamide oldrich oleg olegario olen olena oleta olevia olga olha olin
olinda olive oliver olivette olivia olivier ollie olu olumide oluwaseun olympe olympia oma omaira omar omarion omer omid omolara omphale ona ondine oneida
oneil onesimus onofre onyeka opal ophelia ora oralia oran oren orestes orfeo orin orion orla orlando orlin orpha orrin orsolya orval orvalle orvil orville
osagie osama osamu osbaldo oscar osgood osman osric ossian ossie osvaldo oswald oswaldo oswin otakar otavio otha othel otilia otilio otis ottavia ottavio
ottilia ottilie ottis ottmar otto ottokar ottoline ouida oumar oumou ova ovid owen oyin ozell ozella ozias ozie paavo pablo paco padma padraic padraig paige
palladia palma paloma pam pamala pamela pamelia pamella pamphile panagiotis pancho pancracio pandora pankaj pantelis paola paramjit paraskevi parisa
parminder parthenia parul parvati parvin parviz pascal pascale pascual pascuala pasquale patrica patrice patricia patricio patrick patrina patrizia patsy
patti patty paul paula paulene pauletta paulette paulina pauline paulino paulo pauly pavan pavel pavlo pawel paxton payal payam payton pearl peder pedrito
pedro pegah peggie peggy pelagia penelope peng penni pennie pepe percival percy peregrine perfecta perfecto perla pernell perpetua perry perseus petar pete
peter petr petra petro petrona petronella petronila petronilla petronilo petroula petula peyton phaedra pharaoh phat phebe phil philander philibert philip
philippa philippe phillip philo philomena phineas phinehas phoebe phong phuc phung phuoc phuong phylicia phylis phyllida phyllis pia pierangela pierre piet
pieter pilar pioquinto piotr pius piyush placido plutarch plutarco pocahontas policarpo polina polly polycarp polyxena pompey ponce ponciano pooja poonam
porfiria porfirio porsha portia poul prabhu pradeep praful prakash pramod pranav prasad pratik praxedes preeti prentice prentiss presley preston priam
primitivo primrose prisca priscila priscilla priti priya priyanka prosper prospero prudencia prudencio przemyslaw ptolemy pura purnima purvis pushpa
pythagoras qasim qiana qiang qing qiong quan quang quentin quiana quincy quinn quinten quintilian quintin quinton quintus quirino quirinus quoc quy quyen
quynh rabia rachael racheal rachel rachele rachell rachelle radek radha radomir radoslav radu raed raegan raelene raelynn rafael rafaela rafaella rafal rafiq
raghav raghu ragnar ragnhild raheem rahim rahma rahsaan rahul raiden raimund raimundo raina rainer raj raja rajan rajeev rajendra rajesh rajinder rajiv rajni
rakesh rakhi ralph ralphie ramakrishnan ramesh rami ramin ramiro ramon ramona ramonita ramsey ramzi rana ranae randa randal randall randee randell randi
randolf randolph randy ranee rania ranjit ransom raoul raphael raphaela raquel rasha rashaad rashad rashawn rashed rasheed rasheeda rashid rashida rashmi
rasmus rastus ratan ratko raul ravi ravinder rayan rayford raymon raymond raymunda raymundo rayna raynard raynell rayshawn reagan reba rebeca rebecca rebecka
rebekah reece reena reese refugia refugio regan regena regenia reggie regina reginald regine reginia regino regulo reid reiko reina reinaldo reinhard
reinhilde reinhold rekha remedios remigio remona rena renaldo renan renard renata renate renato renatus renay renda rene renea renee renita renna renu ressie
reta retha reuben reva reyes reyna reynalda reynaldo reynold reza rhea rheta rhett rhiannon rhoda rhona rhonda rhonwen ria ricarda ricardo richard richelle
richie rick rickey rickie ricky rico rie rigoberta rigoberto riitta rikard rikki riley rima rina risa rishi rita ritu riva rivka riyad roana rob robbie
robbin robby robbyn robena robert roberta roberto robin robt robustiano robyn rocco rochel rochelle rocio roderic roderick roderigo rodger rodimiro rodney
rodolfo rodrick rodrigo rogelia rogelio roger rohan rohit roisin roksana roland rolando rolf rolland rollin roma romain romaine roman romana romelia romeo
romilda rommel romona romualdo romulo romulus ron rona ronald ronan ronda rong roni ronin ronna ronni ronnie roosevelt rory rosa rosalba rosalee rosalia
rosalie rosalina rosalind rosalinda rosaline rosalio rosalva rosalyn rosamaria rosamond rosamund rosana rosann rosanna rosaria rosario rosaura roscoe roseann
roseanna roseanne roselia rosella roselle roselyn rosemarie rosemary rosenda rosendo rosetta rosia rosie rosina rosio rosita roslyn ross rossana roswitha
rowena rowland roxana roxann roxanna roxanne roxie roxy roy royce rozella ruairi ruben rubi rubie rubin rubina ruby rubye rudolf rudolfo rudolph rudy rudyard
rueben rufina rufino rufus rui ruolan rupa rupert rupertus rupesh rurik ruslan russ russel russell rutger ruth ruthann ruthanne ruthe ruthie ruthven ryan
ryann ryder ryker rylan rylee ryleigh rylie ryo ryota ryszard saad saanvi sabah sabas sabina sabine sabino sabrina sacheverell sachiko sachin sada sadaf sade
sadhana sadie sadiq sadye saeed saffron sahra said saif saige sajid sakura salah salena salif salim salina sallie sally salma salome salustia salvador
salvadora salvator salvatore salvatrice salwa sam saman samanta samantha samara samatha samer sami samia samina samir samira sammie sammy samson samual
samuel samuelson sana sanaa sanaz sancho sandeep sandhya sandi sandie sandor sandra sandro sandy sanford sangeeta sangho sangwoo saniya sanja sanjana sanjay
sanjeev sanjuana sanora santa santana santiago santino santos santosh saoirse sapphira sapphire sara sarah sarai saran sariah sarina sarita sarwar sasha
saskia satish satomi satoshi saturnina saturnino satya saul saundra savanah savanna savannah savion savita saxon scheherazade schuyler scot scott scottie
seamus sean seana sebastian sebastiano sebastiao sebastien sebrina secundino seema sefu segismundo segun sekou selah selam selena selene selina selma semaj
semyon senaida seneca seohyun seojun seongmin seoyeon sepideh septimus serafin serafina seraphina serapio serena serenity sergei sergey sergio sergius serina
serita sertorio servando seth setsuko seung seunghoon severiano severin severina severino severo severus seydou seymour shabnam shad shadi shadrach shae
shahid shahin shahram shailesh shaina shaista shakeel shakira shakita shalanda shalon shalonda shamar shameka shamika shamus shana shanae shanda shandra
shane shanel shanell shanelle shani shania shanice shanika shaniqua shanita shaniya shanna shannan shannon shanon shanta shantae shante shantel shantell
shanti shaquan shaquana shaquille shaquita shara sharad sharda sharen shari sharif sharita sharla sharleen sharlene sharmaine sharolyn sharon sharonda
sharron sharyl sharyn shasta shaun shauna shaunna shaunte shavon shavonne shawanda shawn shawna shawnda shawnee shawnna shawnta shayla shaylee shayna shayne
shea sheba sheela sheena sheherazade sheikh sheila shelba shelbie shelby sheldon shelia shella shelley shelli shellie shelly shelton shem shemar shemeka
shemika shena sheng shera sheree sheri sheridan sherie sherif sherilyn sherita sherly sherlyn sherman sheron sherrell sherri sherrie sherrill sherry sherryl
sherwood sheryl sheryll shiela shigeru shilpa shima shinji shireen shirin shirl shirlee shirleen shirlene shirley shirly shivani shizuko shlomo shobha shoji
sholonda shon shona shonda shondra shonna shonta shoshana shota shreya shruti shuang shuhua shukri shuping shyam shyanne shyla siaka siavash sibyl sibylle
sid siddiq sidney siegfried sieglinde siegmund siena sienna sierra sigfrid sigismund sigmund sigourney sigrid sigurd silas silvan silvana silvanus silverio
silvestra silvestre silvia silvio simba simeon simon simona simone sincere sinead sinh siobhan sita sixto sixtus siyu skyla skylar skyler slavko slawomir
sloane slobodan smita sneha snezana socorro socrates sofia sofie sohail soheila sol solange soledad solomon solveig sommer sonal sondra songa sonia sonja
sonya sooyoung sophia sophie sophronia sophus soraya sorcha soren sotero souad soyoung spencer spiridon spyridon srinivas stacee stacey staci stacie stacy
stan stanislas stanislaus stanislav stanislaw stanley starla stasia stavros stefan stefani stefania stefanie stefanos steffanie steffen stella stellan stepan
stephaine stephan stephani stephanie stephany stephen stephon stetson stevan steve steven stevie stewart stormy stuart subash subhash sudha sudhir sudie
sujata sujatha sukhee suman sumiko sumit sundar sunghee sungmin sunhee sunil sunita sunniva suong suresh surinder surya susan susana susann susanna susannah
susanne sushil sushma susie susumu susy suzan suzanna suzanne suzette suzi suzie suzy svein sven svenja svetlana svitlana swati swithin sybil syble sydnee
syed sylas sylvain sylvester sylvia synthia szymon tabatha tabetha tabitha tacitus tadashi tadeo tadeusz tadhg taehyung taeko taeyang tafari taha tai taiwo
tajuana takahiro takako takao takashi takeshi takeshia takisha talal talia taliesin taliyah talon tamala tamar tamara tamas tamatha tameika tameka tamela
tamer tamera tamerlane tamesha tami tamia tamica tamie tamika tamiko tamisha tammara tammi tammie tammy tamra tamsin tana tancred tancredo tandy taneka
tanesha tangela tania tanika tanisha taniya taniyah tanja tanna tanner tannia tanveer tanvi tanya tara tarah taraneh taras tarek taren tari tarik tariq taro
tarquin tarra tarsha taryn tasha tatia tatiana tatianna tatjana tatsuya tatum tatyana tatyanna tavares tavia tavion tavish tawana tawanda tawanna tawnee
tawny tawnya taya tayla tayler taylor tayshaun teagan ted teddy teena tegan tehmina tejas telemachus telesforo telma temeka temitope temperance tena tendai
tenisha teodor teodora teodoro teofila teofilo tera terence teresa teresita teressa teri terisa terrance terrell terrence terresa terri terrie terrilyn
terrion terry tertius tesfaye tesha tess tessa tessie tetsuo tewodros thabo thach thad thaddaeus thaddeus thai thais thalia thandiwe thang thanh thao thea
thecla theda thelma thelonious thelonius theo theobald theodor theodora theodore theodoric theodosia theola theophila theophilus theresa therese theresia
theressa thi thiago thien thinh thisbe tho thoa thom thomas thomasin thomasina thomasine thor thora thorbjorn thorvald thu thuan thuc thucydides thuong
thurlow thurman thurston thuy thyra tia tiago tiana tianna tiara tiberius tibor tiburcio tien tiera tierney tierra tiffani tiffanie tiffany tigist tihomir
tilda tillie tim timika timmothy timmy timo timon timoteo timotheus timothy tina tingting tinisha tirzah tisha titania tito toan tobi tobiah tobias tobie
tobin toby tod todd tolu tom tomas tomasa tomasz tomeka tomi tomika tomislav tommie tommy tommye tomoko tomomi tonda toney toni tonia tonie tonisha tonita
tonja tony tonya torey tori toribio torquil torrance torrey torrie torsten toru tosha toshiko toshio toussaint tova tove towanda toya tracee tracey traci
tracie tracy traian tram trang tranquilino travion travis travon treasa treena tremaine trent tressa treva trever trevin trevor trey treyvon tri tricia trieu
trina trinh trini trish trisha trista tristan tristen tristian tristin triston tristram trixie trong troy truc trudy truman truong trupti tsegaye tsutomu
tuan tula tunde tuong turlough tushar tuyen tuyet twana twila twyla ty tybalt tycho tyesha tyisha tyjuan tyler tylor tynisha tyra tyree tyrek tyrel tyrell
tyrese tyrin tyron tyrone tyshawn tyson ubaid ubaldo uche uchenna uday udo ugo ugochi ulf ulises ulrica ulrich ulrika ulrike ulysses uma umar umberto umesh
una upton urania urbana urbano uriah urias uriel urijah ursula ursule ursulina usha usman uther uwe uzziah vaclav vadim valarie valborg valda valdemar
valencia valene valente valentin valentina valentine valentino valentyna valeri valeria valerian valeriano valerie valery valorie valrie vanda vanesa vanessa
vania vannesa varun vasant vasco vashti vasil vasile vasiliki vasily vasyl vaughan vaughn veena velda velia velma velva velvet vena venancio venedict venessa
venita vera verda verdell verdie verena vergie vergil verity verla verlene verlie verlin vern verna vernell vernetta vernice vernie vernita vernon veronica
veronika veronique versie vesna vespasian vespera vesta veta viacheslav vicenta vicente vickey vicki vickie vicky victoria victoriano victorine vida vidal
vidala vidya viet vijay vikas vikki vikram viktor viktoria viktoriya vilem vilhelm vilma vimal vina vinay vince vincent vincenza vincenzo viney vinh vinita
vinnie vinod viola violet violeta violette vipul virgen virgie virgil virgilio virgina virginie viridiana vishal vit vita vitali vitalis vitaly vitezslav
vito vitor vittoria vittorio viva vivan vivek vivian viviana viviane vivien vivienne vlad vladimir vladimira vladislav vlasta vojtech volodymyr von vonda
vonnie vsevolod vyacheslav waclaw wael wafa wagner walburg walburga waldemar waldo waleed walid wallace walt walter walton waltraud wanda wanderley waneta
wanetta wanying warren waseem wava waylon wayne wei weijie weimin weldon wenceslao wenceslas wenceslaus wendelin wendell wendi wendie wendolyn wendy wenjie
wenjun wenli wenona wenzel werner werther wesley westley weston whitley whitney wieslaw wilber wilbert wilbur wilburn wilda wiley wilford wilfred wilfreda
wilfredo wilfrid wilfrido wilhelm wilhelmina willa willam willard willem willene willetta willia william williams willian willibald willie willis willoughby
willy wilma wilmer wilson wilton windy winfield winford winfred winifred winnie winnifred winona winston winthrop witold wladyslaw wojciech wolfgang wolfram
woodrow woojin wulfric wyatt wynell wynona xander xanthe xanthippe xavier xenia xerxes xia xiang xiao xiaohong xiaoli xiaoming ximena xinyi xiomara xiu
xiulan xiuying xochitl xuan xue xuemei xuyen yadiel yadira yael yahaira yahir yahya yair yajaira yamilet yamileth yan yana yanan yandel yanhong yanira
yannick yaping yared yareli yaritza yaroslav yaser yash yasir yasmani yasmeen yasmin yasmine yasuko yasuo yaw yazmin yehuda yejin yelena yemi yen yeonjoo
yesenia yesica yevette yevgeny yewande yiannis yichen yifan ying yingying yitzhak yoel yogesh yohannes yoichi yoko yolanda yolande yolonda yonas yong yongjun
yoni yoojin yorick yosef yoselin yoshi yoshiko yosuke youko youlanda younes youngmi youngsoo yousef youssef ysabel ysolde yue yuhan yukari yuki yukiko yukio
yulan yulia yulissa yuliya yumi yumiko yunseo yunus yunxia yuonne yuri yuriko yuriy yusra yusuf yutaka yutong yvaine yves yvette yvone yvonne zacarias
zaccheus zachariah zachary zachery zack zackary zackery zadok zafar zahir zahra zaid zaida zain zainab zaire zakaria zaki zander zane zara zaria zariah
zawadi zayden zaynab zayne zbigniew zdenek zdenka zdzislaw zebadiah zebedee zebulon zechariah zedekiah zeeshan zeferino zeinab zeke zelda zelia zeljko zella
zelma zena zenaida zenebech zenia zeno zenobia zenon zephaniah zephyr zephyrine zerubbabel zetta zeus zeynep zhang zhen zhenghua zhi zhiqiang zhong zia ziad
zihan zillah zina zinaida zipporah zita zivko zixuan zlatko zoe zoey zofia zohreh zoila zola zoltan zona zonia zora zoraida zoran zsolt zuleika zulma zulmira
zuzana zuzanna zygmunt`.split(/\s+/),
)
