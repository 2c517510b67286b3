// Less common given names, including those of immigrants' home countries, in lower case.

/** Given names that are rarely another word. */
export const MORE_GIVEN_NAMES: readonly string[] =
	`aarav abbey abbie abby abdiel abdikadir abdirahman abdoulaye abebe abel abelardo abena abigale abiodun abner abril acacia ace adalberto adao addie
addisyn ade adebola adeel adelaida adelaide adelaido adelfo adelheid adelina adelita adeola adewale aditi adjoa adnan adolfo adolph adrianne adriel
aera afia afonso agapito agatha ahmir aida aiden aime aine ainsley aisling ajay akash akeem akiko akil akosua akram akshay akua alaina alanis alannah
alayna albertina alden aldo alec alejandrina aleksander aleksandr aleksandra aleksei aleksey alem alena alene alessandra alessandro alethea alexandre
alexus alfredia alhassan alia alica alisa alise alisson allegra allie allyson alonso aloysius alphonse alphonso alta alva alvera alverta alvina alyce
alycia alyson amado amani amari amarion amaro amaya ambrose ameer amelita amilcar aminu amiyah amjad amparo amrita anacleto anahi anand anas anastacio
anatol anayeli anders anderson andra andrei andreina andrej aneta angelia angeline angelique angelita anibal aniceto anil anissa anja anjana anjelica
annalisa annalise annamarie anneke annetta annika anselma ansgar ansley anson antal antero antione antonette antonin antonina antwan antwon anup
anushka anwar anwuli anzhela aoife aparna apolinar apolonia araceli aracely arcelia archana archibald ardell ardis ardith aretha ariadne arianna aric
arielle arif aris arkadiy arleen arlen arlette arlie arlo armand armida armindo arnav arnoldo arnulfo aron arvid arvo aryan asa asad asako asefa
asencion ashanti ashely ashlee ashleigh ashlyn ashok ashwin asma atticus attila aubree audra audrie aurelia aureliano aurelio avery avis ayaan ayanna
ayden aylin ayman ayo ayodele aysha ayumi azadeh azael azalea azucena babak babatunde babette bahram bala balbir baldomero balint baltazar baozhen
barb barbora barbra barrett bartolome bartosz basilio bassam beata beau becca behnam behrooz bela belen belisario bella benedikt benedito benigno
benita bennie benny bereket bernabe bernadine bernardine bernardo bernie berniece berry bertram beryl bettie bettina bettye bev bharat bhavna billye
bingbing binh birgit birgitta birhanu blaine blaise blas blazej blythe bobbi bojan bolaji boleslaw bonifacio bonny bora borislav boyd bradford bradly
branden brandi brandie branko brantley braulio breana bree brenden brennan brenton bret brianne briella brigette brigid brigida brisa britni brittney
brittni brock broderick brody bronagh bronson bronwyn brooks bryanna brygida brynn buford bukola burl burt burton bushra buster byung cade caden
caetano caiden cale calixto callie callum cam cameron camilla camilo camron candelaria candelario candi candida caoimhe cari caridad carissa carlee
carleen carlene carley carlie carlotta carly carlyle carmelita carmella carmine carolann carole carri carrol carroll casimiro cassie cassius cathleen
cathrine cathryn catrina catriona cayetano cayla cecily cedrick celedonio celestine celestino celso cesaria chadwick chana chanda chanel changming
chante chantel chaoyang charis charisse charlette charley chasity chauncey chaya chayo chelsey chelsie cherie cherise cherri cheryle chetan chibuzo
chidera chieko chika chike chinonso chinwe chitra chiyo chrissy christal christel christen christena christi christianna christin christoph christos
chrystal chukwudi chukwuemeka chul chulsoo chunhua chyna ciara ciaran cielo cierra cillian cinda cindi cirilo ciro citlali clair clarabelle clarine
clark claud claudette claudine claus clem clemente clementina clementine cleotilde cletus clotilde coleen coleman colm conall conceicao concetta
concha conor constance constantine consuela corbin cordelia coretta corina corine cormac cornelia corrine cortez cortney coty courtland crawford
creola cris crispin crista cristal cristobal cristovao cruz cuauhtemoc cullen cuong cyndi cyndy cyrus czarina czeslaw dae daehyun dagmar dagny
dagoberto dahlia daichi daija dalton damaris damaso damion dandan dandre danelle dangelo danial danica danika danita danna danuta danyelle daquan
darby darian darin darion dariush dariusz darko darleen daron darrel darrick darrin darshan darwin daryn dashawn davon davonte dawit dax dayana dayna
dayton deana deandra deane deann debbi debi debora deborrah declan dee deeann deena deepti deidra deion deisy deja dejan dejuan delaney delano delbert
dele delfina delfino delisa delmar delmer deloris delphine delroy demarco demarcus demario demetria demetrios demetris dena denny denzel deondre
derick dermot deron desirae dessie destinee devante devontae devyn dewayne dewey dewitt deysi dhruv diann dianne diarmuid dickie diedre diem diep dieu
dilan dilip dillard dillon dinah dino dionicio dionisio dionna dirk dmitry dominga dominick domitila donal donell donghyun donn donnell donta dontae
donte dorcas doretha dori dorian dorinda dorota dorotea dorotha dortha dorthy dottie dov dovie dragan drake duarte dudley dulce duncan durga durwood
dusan dusko dwain dwan dyan eamon earlean earline earnestine easton ebele edelmira edelmiro edgardo edilberto edison edite edmond edris eduarda
edwardo edythe eero effie efraim efren ehsan eilis ekene ekow eladio elana elbert elda elden eldon eldora eldridge eleanora eleazar elenora eleuterio
elham eliana elida elidia eliezer eligio elinor elisabet elisha elissa elliana ellsworth elmira elmo elnora elodia eloisa eloy elpidio elroy elsy elva
elvia elvin elwood elyse elza elzbieta emad emely emerita emerson emery emiko emilee emiliano emilie emilija emmaline encarnacion endre enid enoch
enos enyinnaya eoin epifania epifanio erasmo eriberto erich ericka eriko erinn ernestina ernie errol erskine erwin erzsebet esau escolastica esme
essie esta estanislao estefania estefany estell estevan estevao eszter ethelyn etsuko etta euclid eudora eufemia eugenio eula eulalia eulalio eulogio
eun eunha eunji eunju eusebio eustace evangelina evangelista evaristo evelia everardo evert evette evgeni evgenia evie evita evodio ewa exavier eyob
ezell fabiana fabio fabrizio fadi fahad fahim fannie farhad faris faron farrukh farzad farzaneh fasil faustina faustino fausto fawad fawzia faye
federico felecia felica feliciana feliciano felicita felicitas felicity felisberto felisha felton fengying ferdinand ferenc fereshteh fergus ferman
fermin ferne fidelia fidencio fikre filemon filiberto filip filipe filomena finbar finley finn fintan fionn flavia flavio flo florencia florentino
floretta florinda florine flossie folasade forrest fortino foster foye fran francine franciszek franco frankie franklyn frantisek franz fredericka
fredric freida frieda friedrich froylan fructuoso fulgencio fumiko funmi gabe gabino gabor galen ganesh garang gareth garnet garnett garret garrick
garry garth gaspar gaston gavyn gaylord geeta genaro genia genoveva geo geoff georgetta georgiana georgianna georgie georgios geovanni gerda gerhard
geri germaine gerry gertie gertrud getachew ghassan ghulam gia giada gian giang gianna gianni gideon gil gilda gildardo gino gisel gisela giselle gita
giuliana giuseppe gladis glenna glennie glenys glynn godfrey golda goldie golnaz gonzalo gopal goran gottfried gracelyn gracia graciano gracie grady
grainne grayson grazyna grecia gregoria gregorio greyson gricelda griffin grover guang gudrun guido guilherme guillermina guiying gumercindo gurmeet
gus gussie gustav gwenda gwendolen gwyneth gyeong gyorgy habib hadi hadley haejin haeun haile hailee haiyan hakeem hala haleigh haley halima halina
halle hallie hamad hamish hammad hamza hanako hanan hanh hanif hanna hanne hanneke hari harish harland harlen harley haroon harri harriett haruka
haruko haruto hashim hassie hatem haya haylee hayley hedwig hedy heejin heidy heikki heinz heitor heladio helaine helene hellen helmi hema hemant
hendrik henri henriette henrik henrique henryk herculano hercules herlinda hermelinda hermenegildo hermila herminia herminio hermione hernan hershel
hervey hesham hester hettie hezekiah hideki hideo hieu higinio hilaria hilario hildegard hillary hilma hipolito hiroko hiromi hisham hitoshi hoai
hoang hobart hobert hodan hollie hollis homa homero hongmei honorio horacio horatio hortencia hortense hosea hossein houda hoyt huan hubertus huey
huimin husain hussain huy huyen hwan hyejin hyeri hyman hyunjin hyunwoo ianthe ibrahima ichiro idalia idell idella idris ieshia ifeanyi ignatius ihab
ikenna ila ilan ilda ileana ileen iliana ilona ilse ilyas imad imelda imogene imre inacio indira inez inga inge inger inho inocencio iola iona ione
irena irfan irish irmgard irvin isa isabela isabell isadora isai isamu isaura isela iselda isha isham ishmael isiah isidora isidore isidro ismail issa
issac istvan itsuki itzayana itzel iva ivana ivette ivo iwona izabela izabella izaiah jabari jaber jace jacek jacelyn jacey jacinda jacinta jackeline
jacki jacklyn jacquelin jacquez jacquline jad jaden jadon jadyn jaehyun jaemin jafet jaffar jagdish jagjit jaida jaiden jaidyn jaimee jakayla jakob
jalal jaleel jalen jalisa jaliyah jamaal jamaica jamarcus jamari jamel jamey jami jamil jamir jamison jammie janae janay janell janessa janett janey
jania janie janiece janina janis janiya jann janna jannette jannie janos janusz jaquan jaquelin jaqueline jarmila jarod jaron jaroslav jaroslaw jarred
jarrett jarrod jarvis jaslyn jasmyn jaunita javad javed javen javon javonte jaxon jaxson jaya jayce jaycee jayesh jaylan jayleen jaylen jaylin jaylon
jaymie jayson jazlyn jazmine jeana jeane jeanetta jeanie jeannine jed jedediah jedidiah jefferey jeffry jelani jelena jenelle jeni jenifer jennefer
jenni jennine jeraldine jeramy jere jeremey jeremias jeri jerilyn jermain jermey jerold jeromy jerrell jerri jerrod jerrold jerzy jesenia jesica jess
jessenia jessi jessika jesusa jett jettie jewell jia jiahao jialing jian jianguo jianhua jiayi jignesh jihoon jihye jimin jimmie jina jingyi jinhee
jiri jisu jiwon jiwoo joana joanie joao joaquim joaquina jocelynn jodie joellen joesph johan johana johann johannes johnathon johnpaul johnson jolanta
jolie jomo jonatan jonathon jone jonna jordana jordon jordy jorgen jorja josef josefa josefat josefine joselito joselyn josephina josette josie joslyn
jossie josue jovan jovani jovanny jovelina jovita joya jozef jozsef juanito jubal judah judi judie judson juliann julieta juliette julisa julissa
junaid jungho junho junie junius junjie junko junseo juri justina justo justus justyn juvenal juventino jyoti kacey kaci kade kaden kadin kadyn kaela
kaelyn kaila kailash kailey kailyn kaiming kaine kaisa kaitlin kaito kaleb kaleigh kaley kali kalista kallie kalvin kalyn kameron kamilah kamlesh
kamran kamren kamron kanako kandace kandi kandice kandy kanisha kaori kaoru karan kareem kareen karel karima karma karol karolyn karon karrie karson
karsyn karthik kartik karyn kasandra kasey kash kashif kassidy kassie katarina katarzyna katelynn katerina katharine katheryn kathi kathie kathlyn
kathrine katina katlin katlyn kato katrin katsumi kattie katy kavya kaya kayden kaylee kayleen kayleigh kayley kaylie kaylin kaylyn kaylynn kayoko
kayvan kazuki kazuko keanu keaton kebede keegan keelan keely keenan kehinde keiji keila keira kelechi keli kelle kellen kellye kelsea kelsie kelton
kendal kendell kenia kenichi kennedy kennith kent kenton kenyatta kenyon keri kermit kerri kerrie keshawn ketan keven keyla keyon keyshawn khadijah
khaleda khari khloe khurram kiana kianna kiara kiera kierra kiersten kieth kieu kiley kimber kimberlee kimberley kimberlie kimi kimiko kimora kinley
kip kirby kirill kirstie kirstin kirsty kisha kishore kitty kiyoshi kizzy kjell klara kody koji kojo kolby kolton konrad konstantin konstantinos korey
kori kory kourosh kraig kris krishna kristal kristan kristel kristian kristie kristofer kristopher kristyn krysten krystin krystina krystle krystyna
ksenia kumiko kunal kusum kwaku kwan kwang kya kyla kylee kyleigh kyler kylie kyoko kyra kyree kyrylo kyson kyung kyungmi labron lacey laci lacie lacy
ladarius ladawn ladislao ladonna lael lafayette laine lainey lakeesha laken lakendra lakeshia lakia lakota lalit lam lamarcus lamberto lamia lamont
landen lando landon landry lanette lani lanny laquan laquita larae laraine larhonda laronda larue lashanda lashawn lashay lashonda lashunda laszlo
lata latanya latarsha latavia latesha laticia latif latifah latina latonia latoria latosha latoyia latrell latrice latricia laureen laurene lauretta
lauri laurice lauro lauryn lavar lavern laverna laverne lavina lavinia lavon lavonda lawanda lawerence lazaro leandra leann leatha leatrice lebron
lech lecia leda leeann leela leena leesa lei leighann leilani lekisha lela lelia lemlem lemuel len lenard lenka lennie lennox lenny lenore leocadia
leonid leonida leonidas leonides leonie leonila leopold leopolda leopoldo leota leovardo lera les lesa lesia leslee lesli lessie leszek leta letha
letitia lettie letty levar levon lewis lexi lexie lexus leyton liana liane lianna librado lida lidiya liduvina liesel lieselotte liesl ligia lihua
lijun lila lilah lilian liliane liling lilla lilliana lindell lindy linnea lino linwood lisandro lisbeth lisette lissa lissette liv livia lizabeth
lizbeth lizeth lizette lizzie ljubica loi loise lolita loma lona londa loni lonna lonny loraine loralee lorcan loreen lorelai lorelei loren lorene
lorie lorilee lorna lorri lorrie lottie louann louella louie lourenco lovie lowell loyce loyd luan luana luann luanne lubna lubomir lucero luciana
lucie lucien lucienne lucila lucilla lucina lucio lucrecia lucretia ludie ludmilla ludwig luella luiz lukasz lula lulu luna luong lura luvenia luvern
lyda lyla lyman lyndon lyndsay lyndsey lynetta lynsey lysander lyubov maarten mabelle mac macarena macario macey maci macie maciej mackenna macy
madalyn madalynn madden maddison maddox madelaine madeleine madelynn madge madhav madhu madie madilyn madonna madyson maeve magali magaly magda
magdalene magdaleno magdolna maha mahad mahalia mahdi mahesh mahnaz mahsa mahtab maia maira mairead makayla makeda makenna makenzie makoto malachi
malachy malakai malaya malaysia malcom malena malinda malini malisa malissa mallie malorie malvin malvina mamiko mandeep mandi mandie manfred maninder
manjit manoel manoj manpreet mansi mansoor maragaret maranda marcelina marcelino marcellina marcellus marcelo marci marcial marcin marcio mareike
margarete margarette margarito margart margene margeret margery margit margot margret margrett margueritte margurite mariaelena mariama mariano
maricel maricruz marielena marietta marija marika mariko marilee marilou marily marinda maris marisela marita maritsa mariusz mariyah marjory markell
markku markus marlen marlena marley marlin marlo marlys marna marni marnie marquez marquis marquita marrisa marry marti martine martiniano martyna
marva marwa marx maryalice maryanne marybeth maryellen maryjane maryjo marylee marylin marylou marylouise marylyn maryrose masahiro masami masao
masaru masood mateo mateusz mathias matias matilde matthias mattias matyas maude maudie maura maurine mauro mavis maximilian maximiliano maximina
maximo maximus maxwell maybell maybelle mayme mayra maysa mayte mayumi mazen mazie mckayla mckenna mckenzie mckinley meagan meaghan mearl mechelle
meda meenakshi meg meggan meghann megumi mehdi mehmet mehran mehrdad mehul meihua meiling mekhi mekonnen mel melany melesio melina melisa melita
mellie mellissa melodie melonie melony melquiades melva melville melvina melyssa meri merideth merle merlin merlyn merna merri merrill mervin meryl
mia micaela michaela michaele michal michale micheline michiko micki mieczyslaw mieko mignon miguelina mihai mihail miho mijin mika mikael mikaela
mikala mikel mikolaj mila milagro milagros milana milena milford millard millicent millie milly milo milos miloslav mimi mina minako mindi minerva
minghua mingzhu minna minoru minseo minsu minta mira mirabel mirella mireya mirko mirna miroslav mirta misael misti mistie mitchel mitra mitsuko
mittie mitzi miyuki mladen modesta modesto mohamad mohan mohsen moises mojgan momoko monet monika monroe monserrat monserrate montrell monty mora
moriah morton mose mostafa moustafa mozella mozelle mubarak mukesh mukta mulu muna munir murad murilo murray musa musab mya myah myesha mylene myles
myrl myrle myron myrtice myrtie myrtis myung myungsoo nabeel nabor nada nadeem nadim nadja naeem nagla naima najib najwa nakia nakisha nalini nana
nanami nance nanci nancie nandini nanette nannette nannie naoki naoma napoleon narcisa narciso narcizo naser nashawn nasim nasir nasra nasrin natalee
natali natalija natanael natashia nate nathalia nathanael nathanial nathen natividad natosha naveed naveen navneet nawal nayeli nayely nazanin nazaria
nazario nazir neda nedra neelam neely neeraj neftali nehemiah nelda nelia nella nelle nelly nemesio nena nenad neoma nereida nereyda neri nerissa
nestor nettie neva nevaeh nevin neymar nga ngan nghia nhan nhu nhut nia niall nicanor nichelle nichol nichola nichole nicki nickie nickolas nicky
nicol nicola nicolasa nida nidia nigel niki nikia nikola nikolas nikolay nikole nila nilda nilesh niloofar nilsa nimisha ning niobe niraj nita nitin
nivia nnamdi nneka nobuko nobuo noela noelia nohemi nola nolan noma nona nonso norah norberta norberto noreene norene noriko noris norval norwood
noura novella nuala nubia nuno nya nyasia nydia oakley oanh obed obiageli obie ocie oda odalys odelia odette odilia odin odis oisin okechukwu olaf
olamide oldrich olegario olen oleta olevia olha olin olinda olivette olivier oluwaseun oma omaira omarion omer omolara ona oneida oneil onofre onyeka
ora oralia oran oren orin orion orla orlin orpha orrin orsolya orval orvalle orvil osagie osama osamu osbaldo osman ossie oswald oswaldo otakar otavio
otha othel otilia otilio ottilie ottis ouida oumou ova ozell ozella ozie padma padraic padraig palma pamala pamelia pamella pancracio pandora pankaj
paramjit parminder parthenia parul parvin parviz pascal pascual pascuala pasquale patrica patricio patrina paulene pauletta paulino paulo pauly pavan
pavlo pawel paxton payal payam payton peder pedrito pegah peggie peng penni pennie percival perfecta perfecto pernell petar petr petro petrona
petronila petronilo peyton phat phebe philippa philippe philomena phineas phuc phung phuoc phylicia phylis pia piet pilar pioquinto piyush placido
plutarco policarpo ponce ponciano poonam porfiria porsha portia prabhu pradeep praful pramod prasad pratik preeti prentice prentiss presley primitivo
priscila priti prudencia prudencio przemyslaw pura purnima pushpa qasim qiana qiang qing qiong quan quiana quinten quintin quinton quirino quoc quy
quyen quynh rabia racheal rachell rachelle radek radha radoslav radu raed raegan raelene raelynn rafaela rafaella rafal rafiq raghav raghu ragnar
ragnhild rahim rahma rahsaan raiden raimundo raina rainer raja rajan rajeev rajendra rajinder rajiv rajni rakhi ralphie ramakrishnan rami ramin
ramonita ramsey ramzi rana ranae randa randal randee randell randi ranee ranjit raphael rasha rashaad rashawn rashed rasheed rasheeda rashida rashmi
ratan ratko ravinder rayan rayford raymon raymunda rayna raynard raynell rayshawn reagan reba rebeca rebecka reece reena reese refugia regan regena
regenia regine reginia regino reiko reina reinaldo reinhard reinhold remedios remigio remona renaldo renan renard renate renato renay renda renea
renita renna renu ressie reta retha reva reyes reynalda reynold rhea rheta rhett rhiannon rhona ria ricarda richelle richie rickie rico rie rigoberta
rigoberto riitta rikki riley rima rina risa rishi ritu riva rivka riyad roana robbie robbin robby robbyn robena robt rocco rochel rodger rodimiro
rodrick rogelia roisin roksana rolf rolland rollin roma romaine romana romelia romona romualdo romulo rona ronan rong roni ronin ronna ronni rory
rosalba rosalee rosalina rosalio rosalva rosalyn rosamaria rosamond rosana rosann rosaria rosaura roseanna roselia rosella roselle roselyn rosemary
rosenda rosendo rosetta rosia rosina rosio rosita rossana roswitha rowena rowland roxana roxann roxanna roxie roxy royce rozella ruairi rubi rubie
rubin rubina rubye rudolf rudolfo rueben rufina rufino rui ruolan rupa rupert rupesh russ russel ruthann ruthanne ruthe ryann ryder ryker rylan rylee
ryleigh rylie ryo ryota ryszard saad saanvi sabah sabas sabina sabine sachiko sada sadaf sade sadhana sadiq sadye sahra saif saige sajid sakura salah
salena salif salina sallie sally salome salustia salvadora salvatrice salwa saman samanta samara samatha samia samina sammie samual samuelson sanaa
sanaz sandhya sandi sandie sandor sandro sanford sangeeta sangho sangwoo saniya sanja sanjana sanjeev sanjuana sanora santa santana santino santosh
saoirse sapphire saran sariah sarina sarita sarwar satish satomi saturnina saturnino satya saundra savanah savion savita saxon schuyler scot scottie
seamus seana sebastiao sebastien sebrina secundino seema sefu sekou selah selam selene selina semaj senaida seohyun seongmin seoyeon sepideh serafin
serafina seraphina serapio serenity serina serita servando setsuko seung seunghoon severiano severino seydou seymour shabnam shad shadi shae shahid
shahin shahram shailesh shaina shaista shakeel shakira shakita shalanda shalon shalonda shamar shameka shamika shamus shanae shanda shandra shanel
shanell shanelle shani shania shaniqua shanita shaniya shanna shannan shanon shantae shante shantel shantell shaquan shaquana shaquille shaquita shara
sharad sharda sharen shari sharif sharita sharla sharleen sharlene sharmaine sharolyn sharonda sharron sharyl sharyn shasta shaunna shaunte shavon
shavonne shawanda shawnda shawnee shawnna shawnta shayla shaylee shayna shayne shea sheba sheela sheena sheikh shelba shelbie shella shelli shellie
shelton shemar shemeka shemika shena sheng shera sheree sheridan sherie sherif sherilyn sherita sherly sherlyn sheron sherrell sherrill sherryl
sherwood sheryll shiela shigeru shilpa shima shinji shireen shirl shirlee shirleen shirlene shirly shizuko shobha shoji sholonda shon shona shonda
shondra shonna shonta shoshana shota shruti shuang shuhua shukri shuping shyam shyanne shyla siaka siavash sibyl sibylle sid siddiq siena sienna
sigrid sigurd silvana silverio silvestra silvestre silvio simba simeon simona sincere sinead sinh siobhan sixto siyu skyla skylar skyler slavko
slawomir sloane slobodan smita sneha snezana socorro sofie sohail soheila sol solange soledad solomon sommer sonal sondra songa sooyoung soraya sorcha
soren sotero souad soyoung srinivas stacee staci stacie stanislav starla stasia stefani stefania stefanos steffanie stepan stephaine stephani stephany
stephon stetson stevan stevie stewart stormy subash subhash sudha sudhir sudie sujata sujatha sukhee suman sumiko sumit sunghee sungmin sunita suong
surinder surya susann susannah sushil sushma susumu susy suzan suzanna suzi suzie suzy svein svenja svitlana swati sybil syble sydnee syed sylas
sylvester synthia szymon tabatha tabetha tadashi tadeo tadeusz tadhg taehyung taeko taeyang tafari taha tai taiwo tajuana takahiro takako takao
takashi takeshia takisha talal talia taliyah talon tamala tamar tamatha tameika tamela tamer tamera tamesha tamia tamica tamie tamiko tamisha tammara
tammi tammie tamra tana tandy taneka tanesha tangela tanika taniya taniyah tanja tanna tannia tanveer tanvi tarah taraneh taren tari tarik taro tarra
tarsha taryn tatia tatianna tatjana tatsuya tatum tatyanna tavares tavia tavion tawana tawanda tawanna tawnee tawny tawnya taya tayla tayler tayshaun
teagan teddy teena tegan tehmina tejas telesforo telma temeka temitope tena tendai tenisha teodor teodora teodoro teofila teofilo tera teresita
teressa terisa terresa terrie terrilyn terrion tesfaye tesha tess tessie tetsuo thabo thach thad thai thalia thandiwe thang thea theda theo theodor
theola theressa thiago thien thinh tho thoa thom thomasina thomasine thora thu thuan thuc thuong thurman thurston tiago tianna tiara tibor tiburcio
tien tiera tierney tierra tiffani tiffanie tigist tihomir tilda tillie timika timmothy timmy timo timoteo tingting tinisha tisha tito toan tobi tobie
tod tolu tomasa tomeka tomi tomika tomislav tommie tommye tomoko tomomi tonda toney tonie tonisha tonita tonja torey tori toribio torrance torrey
torrie torsten toru tosha toshiko toshio tova tove towanda toya tracee traian tram tranquilino travion travon treasa treena tressa treva trever trevin
trey treyvon tri trieu trini trish trista tristen tristian tristin triston trong truc truman truong trupti tsegaye tsutomu tula tuong tushar tuyen
twana twila twyla tyesha tyisha tyjuan tylor tynisha tyra tyrek tyrel tyrese tyrin tyron tyshawn ubaid ubaldo uchenna uday udo ugochi ulises ulysses
uma umar umesh una urbana urbano uriah uriel urijah usman uwe vaclav valarie valda valdemar valencia valene valente valentino valentyna valeri
valeriano valorie valrie vanda vanesa vania vannesa varun vasant vasco vashti vasil vasile vasily vasyl veena velda velia velva velvet vena venancio
venessa venita verda verdell verdie vergie vergil verity verla verlene verlie verlin vern vernell vernetta vernice vernie vernita veronika versie
vesna vesta veta vicenta vickey victoriano vida vidal vidala vidya viet vikas vikki viktoria viktoriya vilem vilma vimal vina vinay viney vinh vinita
vinnie vinod violeta violette vipul virgen virgie virgilio virgina viridiana vishal vit vita vitali vitezslav vito vitor viva vivan viviane vivien
vivienne vlad vladimira vladislav vlasta volodymyr von vonda vonnie vyacheslav waclaw wael wafa wagner waldemar waldo waleed walt walton wanderley
waneta wanetta wanying waseem wava waylon weijie weimin weldon wenceslao wendi wendie wendolyn wenjun wenli wenona werner westley weston whitley
wieslaw wilber wilburn wilda wiley wilford wilfredo wilfrid wilfrido wilhelm willam willene willetta willia williams willian willy wilmer wilton windy
winford winfred winnie winnifred winona winthrop witold wladyslaw wolfram woodrow woojin wyatt wynell wynona xander xenia xia xiang xiaohong xiaoli
xiaoming xinyi xiu xiulan xiuying xochitl xue xuemei xuyen yadiel yael yahaira yahir yahya yair yajaira yamilet yamileth yana yanan yandel yanhong
yanira yaping yared yareli yaritza yaroslav yaser yash yasmani yasmeen yasuko yasuo yazmin yehuda yejin yelena yemi yeonjoo yesica yevette yewande
yichen ying yingying yoel yogesh yohannes yoichi yoko yolande yolonda yonas yong yongjun yoni yoojin yosef yoselin yoshi yosuke youko youlanda younes
youngmi yue yuhan yukari yukiko yukio yulan yulia yulissa yuliya yumiko yunseo yunus yunxia yuonne yuriko yuriy yusra yutaka yutong yvone zachariah
zack zackary zackery zafar zahir zaid zaida zain zaire zakaria zaki zander zane zaria zariah zawadi zayden zaynab zayne zdenek zdzislaw zechariah
zeeshan zeferino zeinab zeke zeljko zella zelma zena zenaida zenebech zenia zenobia zenon zephaniah zetta zeynep zhen zhenghua zhi zhiqiang zhong zia
zihan zina zita zivko zixuan zlatko zoey zohreh zola zona zonia zora zoraida zoran zsolt zuleika zulma zulmira zuzana zygmunt`.split(
		/\s+/,
	)

/** Given names that are also words. */
export const MORE_AMBIGUOUS_GIVEN_NAMES: readonly string[] =
	`bambi bin booker buck bud buddy chandler chas chastity cherry cheyenne chip chuck cleveland columbus coral coy dao delta denver deon dev devan diamond
dimple divine dixie dolly dong eden emerald emory fanny fay fern flor flora freeman gage gale garland genesis genie gent glory hai hank haven heaven
herb hilton hong honor hudson hyacinth ivory january jimmy joon jun junior kane lilly lincoln linden loc london love lyric magnolia man maple marin
marquise marvel maverick merry meta mickey milan ming miracle montana murphy nam nash newton noble norris nova ola omega paisley palmer patience
pierce ping piper pleasant porter prem princess prudence queenie raleigh raven remington river rowan royal sal sang scarlett season shan shay shiloh
shu skip slade son sonny sparkle spring stanton star storm sultan sunday sunny sunshine tad tam tan tate than tin ting tiny titus tory trace trenton
trinidad turner unity urban val valentine vance ventura venus walker wally wan willow winter xin young yuan yun`.split(
		/\s+/,
	)
