// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BeaconProxy} from "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
import {UpgradeableBeacon} from "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";
import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {Authority} from "../access/Authority.sol";
import {Roles} from "../access/Roles.sol";
import {ModularCompliance} from "../compliance/ModularCompliance.sol";
import {BalanceCapModule} from "../compliance/modules/BalanceCapModule.sol";
import {CountryModule} from "../compliance/modules/CountryModule.sol";
import {HolderCountModule} from "../compliance/modules/HolderCountModule.sol";
import {LockUpModule} from "../compliance/modules/LockUpModule.sol";
import {ClaimIssuer} from "../identity/ClaimIssuer.sol";
import {Custodian} from "../identity/Custodian.sol";
import {Identity} from "../identity/Identity.sol";
import {IClaimIssuer} from "../interfaces/IClaimIssuer.sol";
import {IIdentity} from "../interfaces/IIdentity.sol";
import {ClaimTopicsRegistry} from "../registry/ClaimTopicsRegistry.sol";
import {IdentityRegistry} from "../registry/IdentityRegistry.sol";
import {IdentityRegistryStorage} from "../registry/IdentityRegistryStorage.sol";
import {TrustedIssuersRegistry} from "../registry/TrustedIssuersRegistry.sol";
import {RegisterAnchor} from "../RegisterAnchor.sol";
import {SuiteFactory} from "../SuiteFactory.sol";
import {PropertyToken} from "../token/PropertyToken.sol";
import {Vm} from "./Vm.sol";

/// A deployed suite with one key per role; this contract is its admin.
abstract contract Fixture {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    uint256 internal constant TOPIC = 1;
    uint256 internal constant SIGNER_KEY = 0xc1a1;
    uint16 internal constant UAE = 784;
    uint16 internal constant FRANCE = 250;
    uint16 internal constant ELSEWHERE = 999;
    uint48 internal constant ADMIN_DELAY = 2 days;
    uint256 internal constant UPGRADE_DELAY = 3 days;

    address internal constant MINTER = address(0xa1);
    address internal constant TITLE_RECORDER = address(0xa2);
    address internal constant ENFORCER = address(0xa3);
    address internal constant PAUSER = address(0xa4);
    address internal constant REGISTRAR = address(0xa5);
    address internal constant DEPLOYER = address(0xa6);
    address internal constant ANCHOR = address(0xa7);
    address internal constant CUSTODIAN = address(0xa8);
    address internal constant DIRECT_MINTER = address(0xa9);
    address internal constant UPGRADER = address(0xaa);
    address internal constant STRANGER = address(0xbad);

    Authority internal authority;
    TimelockController internal timelock;
    UpgradeableBeacon internal tokenBeacon;
    UpgradeableBeacon internal identityBeacon;
    ClaimIssuer internal issuer;
    ClaimTopicsRegistry internal topics;
    TrustedIssuersRegistry internal issuers;
    IdentityRegistryStorage internal wallets;
    IdentityRegistry internal registry;
    Custodian internal custodian;
    SuiteFactory internal factory;
    RegisterAnchor internal anchor;
    CountryModule internal countries;
    BalanceCapModule internal balanceCap;
    HolderCountModule internal holderCount;
    LockUpModule internal lockUp;

    function deploySuite() internal {
        vm.warp(1_000_000);
        authority = new Authority(ADMIN_DELAY, address(this), _roles(), _accounts());
        address[] memory upgraders = new address[](1);
        upgraders[0] = UPGRADER;
        timelock = new TimelockController(UPGRADE_DELAY, upgraders, upgraders, address(0));
        tokenBeacon = _beacon(address(new PropertyToken()));
        identityBeacon = _beacon(address(new Identity()));
        issuer = new ClaimIssuer(address(this), vm.addr(SIGNER_KEY));
        uint256[] memory required = new uint256[](1);
        required[0] = TOPIC;
        IClaimIssuer[] memory trusted = new IClaimIssuer[](1);
        trusted[0] = issuer;
        topics = new ClaimTopicsRegistry(authority, required);
        issuers = new TrustedIssuersRegistry(authority, trusted, required);
        wallets = IdentityRegistryStorage(
            _proxy(
                address(new IdentityRegistryStorage()), abi.encodeCall(IdentityRegistryStorage.initialize, (authority))
            )
        );
        registry = newRegistry();
        custodian = new Custodian(authority);
        factory = new SuiteFactory(
            authority,
            registry,
            address(custodian),
            address(identityBeacon),
            address(tokenBeacon),
            address(_beacon(address(new ModularCompliance())))
        );
        authority.grantRole(Roles.REGISTRAR, address(factory));
        anchor = new RegisterAnchor(authority);
        (countries, balanceCap, holderCount, lockUp) =
            (new CountryModule(), new BalanceCapModule(), new HolderCountModule(), new LockUpModule());
    }

    /// Deploys another registry on the shared storage.
    function newRegistry() internal returns (IdentityRegistry created) {
        bytes memory call =
            abi.encodeCall(IdentityRegistry.initialize, (authority, address(wallets), address(topics), address(issuers)));
        created = IdentityRegistry(_proxy(address(new IdentityRegistry()), call));
        wallets.bindIdentityRegistry(address(created));
    }

    /// Deploys a token of 1,000 units: at most 100 per identity and 20 holders, for residents of the UAE and France.
    function deployProperty(bytes32 salt) internal returns (PropertyToken token) {
        uint16[] memory allowed = new uint16[](2);
        (allowed[0], allowed[1]) = (UAE, FRANCE);
        address[] memory modules = new address[](4);
        (modules[0], modules[1], modules[2], modules[3]) =
            (address(countries), address(balanceCap), address(holderCount), address(lockUp));
        bytes[] memory settings = new bytes[](4);
        settings[0] = abi.encodeCall(CountryModule.allowCountries, (allowed));
        settings[1] = abi.encodeCall(BalanceCapModule.setMaxBalance, (100));
        settings[2] = abi.encodeCall(HolderCountModule.setMaxHolders, (20));
        settings[3] = abi.encodeCall(LockUpModule.setLockUp, (0));
        vm.prank(DEPLOYER);
        (address created,) =
            factory.deployProperty(SuiteFactory.Property(salt, "Marina One", "MAR1", 1_000, modules, settings));
        token = PropertyToken(created);
    }

    function recordTitle(PropertyToken token) internal {
        vm.prank(TITLE_RECORDER);
        token.recordTitle(keccak256("deed"));
    }

    function allot(PropertyToken token, address to, uint256 amount) internal {
        (address[] memory holders, uint256[] memory amounts) = one(to, amount);
        uint64 next = token.allotmentCount();
        vm.prank(MINTER);
        token.mintAllotments(next, bytes32("plan"), holders, amounts);
    }

    /// Onboards a custodial investor, whose wallet is the identity.
    function onboard(uint256 number, uint16 country) internal returns (address) {
        SuiteFactory.Investor[] memory batch = new SuiteFactory.Investor[](1);
        bytes32 salt = keccak256(abi.encode("investor", number));
        batch[0] = SuiteFactory.Investor(salt, country, _signature(factory.identityAddress(salt)), "evidence");
        vm.prank(REGISTRAR);
        return factory.onboard(TOPIC, address(issuer), batch)[0];
    }

    function onboarded(uint256 number) internal view returns (address) {
        return factory.identityAddress(keccak256(abi.encode("investor", number)));
    }

    function register(address wallet, address identity, uint16 country) internal {
        vm.prank(REGISTRAR);
        registry.registerIdentity(wallet, IIdentity(identity), country);
    }

    function setting(PropertyToken token, address module, bytes memory call) internal {
        ModularCompliance(address(token.compliance())).callModuleFunction(call, module);
    }

    function claimId() internal view returns (bytes32) {
        return keccak256(abi.encode(address(issuer), TOPIC));
    }

    function one(address wallet, uint256 amount)
        internal
        pure
        returns (address[] memory holders, uint256[] memory amounts)
    {
        holders = new address[](1);
        amounts = new uint256[](1);
        (holders[0], amounts[0]) = (wallet, amount);
    }

    function check(bool condition, string memory what) internal pure {
        require(condition, what);
    }

    function _signature(address identity) internal pure returns (bytes memory) {
        return _signatureBy(SIGNER_KEY, identity, "evidence");
    }

    function _signatureBy(uint256 key, address identity, bytes memory data) internal pure returns (bytes memory) {
        return _signed(key, keccak256(abi.encode(identity, TOPIC, data)));
    }

    /// The signature of a claim that is made after others about the identity were revoked.
    function _signatureFor(address identity, uint256 epoch) internal pure returns (bytes memory) {
        return _signed(SIGNER_KEY, keccak256(abi.encode(identity, TOPIC, bytes("evidence"), epoch)));
    }

    function _signed(uint256 key, bytes32 content) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, MessageHashUtils.toEthSignedMessageHash(content));
        return abi.encodePacked(r, s, v);
    }

    function _beacon(address implementation) private returns (UpgradeableBeacon) {
        return new UpgradeableBeacon(implementation, address(timelock));
    }

    function _proxy(address implementation, bytes memory call) private returns (address) {
        return address(new BeaconProxy(address(_beacon(implementation)), call));
    }

    function _roles() private pure returns (bytes32[] memory roles) {
        roles = new bytes32[](9);
        roles[0] = Roles.MINTER;
        roles[1] = Roles.TITLE_RECORDER;
        roles[2] = Roles.ENFORCER;
        roles[3] = Roles.PAUSER;
        roles[4] = Roles.REGISTRAR;
        roles[5] = Roles.PROPERTY_DEPLOYER;
        roles[6] = Roles.ANCHOR;
        roles[7] = Roles.CUSTODIAN;
        roles[8] = Roles.DIRECT_MINTER;
    }

    function _accounts() private pure returns (address[] memory accounts) {
        accounts = new address[](9);
        for (uint256 i; i < 9; ++i) {
            accounts[i] = address(uint160(0xa1 + i));
        }
    }
}
